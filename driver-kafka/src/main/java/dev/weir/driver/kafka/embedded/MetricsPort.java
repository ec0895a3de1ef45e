package dev.weir.driver.kafka.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.driver.kafka.tier.FileRemoteStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Serves metrics of a broker in Prometheus' text format, on one thread of the broker's process, under the names that
 * Prometheus' JMX exporter gives them in lower case. Times are sums and counts, so that the mean of each interval can be
 * computed.
 */
final class MetricsPort {
    private static final List<String> TOPIC_METERS = List.of(
            "BytesInPerSec",
            "BytesOutPerSec",
            "RemoteCopyBytesPerSec",
            "RemoteCopyErrorsPerSec",
            "RemoteFetchBytesPerSec",
            "RemoteFetchErrorsPerSec",
            "RemoteFetchRequestsPerSec");

    /** Requests in the way of a message. */
    private static final List<String> REQUESTS = List.of("Produce", "FetchFollower", "FetchConsumer", "ShareFetch");

    /** Its number of requests is that of all parts; no series keeps its p99. */
    private static final String TOTAL_TIME = "TotalTimeMs";

    private static final List<String> REQUEST_TIMES = List.of(
            "RequestQueueTimeMs",
            "LocalTimeMs",
            "RemoteTimeMs",
            "ThrottleTimeMs",
            "ResponseQueueTimeMs",
            "ResponseSendTimeMs",
            TOTAL_TIME);

    private static final double NANOS_PER_SECOND = 1e9;

    private static final long PAUSE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Sum of all pauses so far. Written by the thread that measures them. */
    private volatile long pausedNanos;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    private MetricsPort() {}

    static void serve(InetSocketAddress address) throws IOException {
        // Seconds: a request that does not end would block all others.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        var port = new MetricsPort();
        var pauses = new Thread(port::measurePauses, "pause-meter");
        pauses.setDaemon(true);
        pauses.start();
        HttpServer server = HttpServer.create(address, 0);
        server.createContext("/metrics", port::answer);
        server.start();
    }

    /**
     * Measures for how long this process did not run: a thread wakes up every 10 ms, and the time by which it is late counts
     * from 5 ms on. Pauses for garbage collections are among them. Weir's own processes use {@code HiccupMeter} of the
     * framework, which drivers cannot see.
     */
    private void measurePauses() {
        long sum = 0;
        while (!Thread.currentThread().isInterrupted()) {
            long begin = System.nanoTime();
            LockSupport.parkNanos(PAUSE_CHECK_NANOS);
            long late = System.nanoTime() - begin - PAUSE_CHECK_NANOS;
            if (late >= MIN_PAUSE_NANOS) {
                sum += late;
                pausedNanos = sum;
            }
        }
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
        var text = new Text();
        TOPIC_METERS.forEach(name -> text.meter("BrokerTopicMetrics", name));
        FileRemoteStore.counters().forEach((name, value) -> text.line(name, "", value));
        for (String request : REQUESTS) {
            for (String time : REQUEST_TIMES) {
                var requests = new ServerMetric("kafka.network", "RequestMetrics", time, "request", request);
                text.time(requests);
                if (!time.equals(TOTAL_TIME)) {
                    text.tail(requests);
                }
            }
        }
        text.gauge(new ServerMetric("kafka.network", "RequestChannel", "RequestQueueSize"));
        for (String of : List.of("Produce", "Fetch")) {
            text.gauge(new ServerMetric(
                    "kafka.server", "DelayedOperationPurgatory", "PurgatorySize", "delayedOperation", of));
        }
        text.meter("KafkaRequestHandlerPool", "RequestHandlerAvgIdlePercent");
        text.time(new ServerMetric("kafka.log", "LogFlushStats", "LogFlushRateAndTimeMs"));
        text.gauge(new ServerMetric("kafka.server", "ReplicaManager", "UnderReplicatedPartitions"));
        text.gauge(new ServerMetric("kafka.server", "ReplicaManager", "LeaderCount"));
        text.meter("ReplicaManager", "IsrShrinksPerSec");
        text.meter("ReplicaManager", "IsrExpandsPerSec");
        text.line("weir_process_pause_seconds_total", "", pausedNanos / NANOS_PER_SECOND);
        ManagementFactory.getGarbageCollectorMXBeans().forEach(collector -> {
            String labels = "{gc=\"" + collector.getName() + "\"}";
            text.line("jvm_gc_collection_seconds_sum", labels, collector.getCollectionTime() / 1000.0);
            text.line("jvm_gc_collection_seconds_count", labels, collector.getCollectionCount());
        });
        return text.toString();
    }

    /** A metric of Kafka's server; without a label if that is empty. */
    private record ServerMetric(String domain, String type, String name, String label, String value) {
        ServerMetric(String domain, String type, String name) {
            this(domain, type, name, "", "");
        }

        /** Returns its name in an answer. */
        String exported() {
            return (domain + "_" + type + "_" + name).replace('.', '_').toLowerCase(Locale.ROOT);
        }

        String labels() {
            return label.isEmpty() ? "" : "{" + label + "=\"" + value + "\"}";
        }

        String bean() {
            String key = label.isEmpty() ? "" : "," + label + "=" + value;
            return domain + ":type=" + type + ",name=" + name + key;
        }
    }

    /** Lines of an answer. What a broker does not have, or not yet, is left out. */
    private final class Text {
        private final StringBuilder lines = new StringBuilder();

        /** Adds a count of Kafka's server that only grows. */
        void meter(String type, String name) {
            if (attribute(new ServerMetric("kafka.server", type, name), "Count") instanceof Number number) {
                var total = new ServerMetric("kafka.server", type, name.replace("PerSec", ""));
                line(total.exported() + "_total", "", number);
            }
        }

        void gauge(ServerMetric metric) {
            if (attribute(metric, "Value") instanceof Number number) {
                line(metric.exported(), metric.labels(), number);
            }
        }

        /** Adds the sum and the count of a duration. Kafka has the mean since its start, from which the sum follows. */
        void time(ServerMetric metric) {
            if (attribute(metric, "Count") instanceof Long samples
                    && attribute(metric, "Mean") instanceof Double mean) {
                line(metric.exported() + "_sum", metric.labels(), samples == 0 ? 0 : Math.rint(mean * samples));
                line(metric.exported() + "_count", metric.labels(), samples);
            }
        }

        /** Adds the p99 of a duration: Kafka's own, mostly of the last five minutes. */
        void tail(ServerMetric metric) {
            if (attribute(metric, "99thPercentile") instanceof Double millis) {
                line(metric.exported(), metric.labels().replace("}", ",quantile=\"0.99\"}"), millis);
            }
        }

        void line(String name, String labels, Number value) {
            lines.append(name).append(labels).append(' ').append(value).append('\n');
        }

        @Override
        public String toString() {
            return lines.toString();
        }

        private Object attribute(ServerMetric metric, String attribute) {
            try {
                return beans.getAttribute(new ObjectName(metric.bean()), attribute);
            } catch (JMException e) {
                return "";
            }
        }
    }
}
