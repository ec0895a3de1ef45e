package dev.weir.live;

import dev.weir.clock.Clock;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of this process, which it serves to Prometheus at {@code /metrics}, as protobuf or as text, as the request
 * accepts. {@code /-/healthy} answers as long as the process runs, {@code /-/ready} if it also accepts work.
 */
public final class Telemetry {
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/-/healthy";
    private static final String READINESS = "/-/ready";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final Clock clock;
    private @Nullable HttpPort port;
    private Optional<String> url = Optional.empty();
    private volatile boolean ready;

    public Telemetry(Clock clock) {
        this.clock = clock;
    }

    /** Serves the metrics to Prometheus; port 0: any free one. */
    public void serve(InetSocketAddress address) {
        try {
            port = new HttpPort(address, this::answer);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
        url = Optional.of("http://" + address.getHostString() + ":" + port.port() + METRICS);
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

    /**
     * Sets whether this process accepts work: a worker while it listens, a coordinator from its start. Initially not.
     * Any thread.
     */
    public void ready(boolean accepts) {
        ready = accepts;
    }

    PrometheusRegistry registry() {
        return registry;
    }

    Clock clock() {
        return clock;
    }

    public Optional<String> url() {
        return url;
    }

    public void close() {
        if (port != null) {
            port.close();
        }
    }
}
