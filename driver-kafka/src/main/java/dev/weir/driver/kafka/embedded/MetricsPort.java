package dev.weir.driver.kafka.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.driver.kafka.tier.FileRemoteStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Serves metrics of a broker with tiered storage in Prometheus' text format, on one thread of the broker's process:
 * bytes sent, and bytes of these that were read from the remote store, under the names of Prometheus' JMX exporter.
 */
final class MetricsPort {
    private static final String[] METERS = {
        "BytesInPerSec",
        "BytesOutPerSec",
        "RemoteCopyBytesPerSec",
        "RemoteCopyErrorsPerSec",
        "RemoteFetchBytesPerSec",
        "RemoteFetchErrorsPerSec",
        "RemoteFetchRequestsPerSec"
    };

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    private MetricsPort() {}

    /** Starts to serve, until the process ends. */
    static void serve(InetSocketAddress address) throws IOException {
        // Seconds: a request that does not end would block all others.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        var port = new MetricsPort();
        HttpServer server = HttpServer.create(address, 0);
        server.createContext("/metrics", port::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String text() {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String meter : METERS) {
            count(meter)
                    .ifPresent(count -> counters.put(
                            "kafka_server_brokertopicmetrics_"
                                    + meter.replace("PerSec", "").toLowerCase(Locale.ROOT) + "_total",
                            count));
        }
        counters.putAll(FileRemoteStore.counters());
        var text = new StringBuilder();
        counters.forEach(
                (name, value) -> text.append(name).append(' ').append(value).append('\n'));
        return text.toString();
    }

    /** Returns a meter's count; empty before the broker has such a meter. */
    private Optional<Long> count(String meter) {
        try {
            var name = new ObjectName("kafka.server:type=BrokerTopicMetrics,name=" + meter);
            return Optional.of((Long) beans.getAttribute(name, "Count"));
        } catch (JMException e) {
            return Optional.empty();
        }
    }
}
