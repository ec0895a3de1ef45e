package dev.weir.live;

import com.google.protobuf.CodedInputStream;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** A collector of OpenTelemetry that keeps the last metrics of each process, decoded with OpenTelemetry's own classes. */
public final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final int status;
    private final Map<String, Map<String, Metric>> metricsByProcess = new HashMap<>();
    private final List<String> authorizations = new ArrayList<>();

    /** Answers each request with this status. */
    public OtlpReceiver(int status) throws IOException {
        this.status = status;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/metrics", this::metrics);
        server.start();
    }

    /** Its address as in {@code --otlp}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void metrics(HttpExchange exchange) throws IOException {
        try (InputStream body = body(exchange)) {
            add(ExportMetricsServiceRequest.parseFrom(CodedInputStream.newInstance(body)));
        }
        answer(exchange);
    }

    private synchronized void add(ExportMetricsServiceRequest request) {
        for (var resource : request.getResourceMetricsList()) {
            Map<String, String> process = attributes(resource.getResource().getAttributesList());
            Map<String, Metric> last = metricsByProcess.computeIfAbsent(
                    process.get("service.name") + " " + process.get("service.instance.id"), absent -> new HashMap<>());
            for (var scope : resource.getScopeMetricsList()) {
                scope.getMetricsList().forEach(metric -> last.put(metric.getName(), metric));
            }
        }
    }

    private static InputStream body(HttpExchange exchange) throws IOException {
        return "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                ? new GZIPInputStream(exchange.getRequestBody())
                : exchange.getRequestBody();
    }

    private void answer(HttpExchange exchange) throws IOException {
        synchronized (this) {
            authorizations.add(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .orElse(""));
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** The last metrics of a process, by their names. */
    public record Metrics(Map<String, Metric> byName) {
        /** The metric of that name, which must be there. */
        public Metric of(String name) {
            return Objects.requireNonNull(byName.get(name), name);
        }
    }

    /** The last metrics of each process of a service. */
    public synchronized List<Metrics> metrics(String service) {
        return metricsByProcess.entrySet().stream()
                .filter(each -> each.getKey().startsWith(service + " "))
                .map(each -> new Metrics(Map.copyOf(each.getValue())))
                .toList();
    }

    /** A counter of all processes of a service together. */
    public long count(String service, String counter) {
        return metrics(service).stream()
                .mapToLong(each ->
                        (long) each.of(counter).getSum().getDataPoints(0).getAsDouble())
                .sum();
    }

    /** The histograms of a latency of messages that were due in the measurement, of all processes of a service. */
    public List<ExponentialHistogramDataPoint> histograms(String service, String latency) {
        return metrics(service).stream()
                .flatMap(each ->
                        each
                                .of("weir_latency_distribution_seconds")
                                .getExponentialHistogram()
                                .getDataPointsList()
                                .stream())
                .filter(each -> attributes(each.getAttributesList())
                        .equals(Map.of("name", latency, "window", LatencyDistributions.MEASURED)))
                .toList();
    }

    public synchronized List<String> authorizations() {
        return List.copyOf(authorizations);
    }

    /** Attributes that are texts; others as protobuf writes them. */
    public static Map<String, String> attributes(Collection<KeyValue> attributes) {
        Map<String, String> values = new HashMap<>();
        attributes.forEach(each -> values.put(
                each.getKey(),
                each.getValue().hasStringValue()
                        ? each.getValue().getStringValue()
                        : each.getValue().toString()));
        return values;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
