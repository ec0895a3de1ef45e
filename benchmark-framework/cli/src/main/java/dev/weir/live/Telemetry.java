package dev.weir.live;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/**
 * The metrics of this process, which it serves to Prometheus at {@code /metrics}, as protobuf or as text, as the request
 * accepts. {@code /-/healthy} answers as long as the process runs, {@code /-/ready} if it also accepts work.
 */
public final class Telemetry implements AutoCloseable {
    private static final String METRICS = "/metrics";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final HttpPort port;
    private final String url;
    private volatile boolean ready;

    /** Serves the metrics from now on; port 0: any free one. */
    public Telemetry(InetSocketAddress address) {
        try {
            port = new HttpPort(address, this::answer);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
        url = "http://" + address.getHostString() + ":" + port.port() + METRICS;
    }

    private FullHttpResponse answer(HttpPort.Request request) {
        return switch (request.path()) {
            case METRICS -> metrics(request.accept());
            case "/-/healthy" -> HttpPort.text(HttpResponseStatus.OK, "healthy");
            case "/-/ready" ->
                ready
                        ? HttpPort.text(HttpResponseStatus.OK, "ready")
                        : HttpPort.text(HttpResponseStatus.SERVICE_UNAVAILABLE, "not ready");
            default -> HttpPort.text(HttpResponseStatus.NOT_FOUND, "metrics are at " + METRICS);
        };
    }

    private FullHttpResponse metrics(String accept) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        var escaping = EscapingScheme.fromAcceptHeader(accept);
        var body = new ByteArrayOutputStream();
        try {
            writer.write(body, registry.scrape(), escaping);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HttpPort.response(
                HttpResponseStatus.OK, writer.getContentType() + escaping.toHeaderFormat(), body.toByteArray());
    }

    /**
     * Sets whether this process accepts work: a worker while it listens, a coordinator from its start. Initially not.
     * Any thread.
     */
    public void ready(boolean accepts) {
        ready = accepts;
    }

    Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    PrometheusRegistry registry() {
        return registry;
    }

    public String url() {
        return url;
    }

    @Override
    public void close() {
        port.close();
    }
}
