package dev.weir.live;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Serves metrics to Prometheus at {@code /metrics}, as protobuf or as text, as the request accepts. {@code /-/healthy}
 * answers as long as the process runs, {@code /-/ready} if it also accepts work.
 */
final class MetricsServer implements AutoCloseable {
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/-/healthy";
    private static final String READINESS = "/-/ready";

    private final PrometheusRegistry registry;
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final HttpPort port;
    private final String host;
    private volatile boolean ready;

    private MetricsServer(InetSocketAddress address, PrometheusRegistry registry) throws IOException {
        this.registry = registry;
        this.host = address.getHostString();
        this.port = new HttpPort(address, this::answer);
    }

    /**
     * Starts the server.
     *
     * @param address port 0: any free one
     * @param registry its metrics
     * @throws UncheckedIOException if it cannot be bound
     */
    static MetricsServer at(InetSocketAddress address, PrometheusRegistry registry) {
        try {
            return new MetricsServer(address, registry);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
    }

    private HttpPort.Response answer(HttpPort.Request request) {
        return switch (request.path()) {
            case METRICS -> metrics(request.accept());
            case HEALTH -> HttpPort.Response.text(HttpResponseStatus.OK, "healthy");
            case READINESS ->
                ready
                        ? HttpPort.Response.text(HttpResponseStatus.OK, "ready")
                        : HttpPort.Response.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "not ready");
            default -> HttpPort.Response.text(HttpResponseStatus.NOT_FOUND, "metrics are at " + METRICS);
        };
    }

    /** Sets whether the process accepts work: a worker while it listens, a coordinator from its start. Initially not. */
    void ready(boolean accepts) {
        ready = accepts;
    }

    private HttpPort.Response metrics(String accept) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        var escaping = EscapingScheme.fromAcceptHeader(accept);
        var body = new ByteArrayOutputStream();
        try {
            writer.write(body, registry.scrape(), escaping);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HttpPort.Response(
                HttpResponseStatus.OK,
                writer.getContentType() + escaping.toHeaderFormat(),
                ByteBuffer.wrap(body.toByteArray()));
    }

    String url() {
        return "http://" + host + ":" + port.port() + METRICS;
    }

    @Override
    public void close() {
        port.close();
    }
}
