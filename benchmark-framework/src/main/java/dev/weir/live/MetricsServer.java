package dev.weir.live;

import dev.weir.clock.SystemClock;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Serves metrics to Prometheus at {@code /metrics}, and answers checks on one daemon thread of its own: {@code
 * /-/healthy} as long as the process runs, {@code /-/ready} if it also accepts work.
 */
public final class MetricsServer implements AutoCloseable {
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/-/healthy";
    private static final String READINESS = "/-/ready";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final HttpPort port;
    private final String host;
    private volatile boolean ready;

    private MetricsServer(InetSocketAddress address) throws IOException {
        this.host = address.getHostString();
        this.port = new HttpPort(address, SystemClock.INSTANCE, this::answer);
    }

    /**
     * Starts the server, without metrics.
     *
     * @param address port 0: any free one
     * @throws UncheckedIOException if it cannot be bound
     */
    public static MetricsServer at(InetSocketAddress address) {
        try {
            return new MetricsServer(address);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
    }

    private HttpPort.Answer answer(HttpPort.Request request) {
        return switch (request.path()) {
            case METRICS -> metrics(request.accept());
            case HEALTH -> HttpPort.Answer.text("200 OK", "", "healthy");
            case READINESS ->
                ready
                        ? HttpPort.Answer.text("200 OK", "", "ready")
                        : HttpPort.Answer.text("503 Service Unavailable", "", "not ready");
            default -> HttpPort.Answer.text("404 Not Found", "", "metrics are at " + METRICS);
        };
    }

    /** Sets whether the process accepts work: a worker while it listens, a coordinator from its start. Initially not. */
    public void ready(boolean accepts) {
        ready = accepts;
    }

    private HttpPort.Answer metrics(String accept) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        var escaping = EscapingScheme.fromAcceptHeader(accept);
        var body = new ByteArrayOutputStream();
        try {
            writer.write(body, registry.scrape(), escaping);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HttpPort.Answer(
                "200 OK",
                writer.getContentType() + escaping.toHeaderFormat(),
                "",
                body.toString(StandardCharsets.UTF_8));
    }

    /** Returns the registry of its metrics. */
    PrometheusRegistry registry() {
        return registry;
    }

    /** Returns its address. */
    public String url() {
        return "http://" + host + ":" + port.port() + METRICS;
    }

    @Override
    public void close() {
        port.close();
    }
}
