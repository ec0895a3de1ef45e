package dev.weir.live;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** Shows metrics to Prometheus, on daemon threads of its own. */
public final class MetricsServer implements AutoCloseable {
    private final PrometheusRegistry registry;
    private final HTTPServer server;
    private final String host;

    private MetricsServer(PrometheusRegistry registry, HTTPServer server, String host) {
        this.registry = registry;
        this.server = server;
        this.host = host;
    }

    /**
     * Begins to answer, with nothing to show yet.
     *
     * @param address port 0: any free one
     * @throws UncheckedIOException if it cannot be bound
     */
    public static MetricsServer at(InetSocketAddress address) {
        var registry = new PrometheusRegistry();
        try {
            HTTPServer server = HTTPServer.builder()
                    .inetAddress(address.getAddress())
                    .port(address.getPort())
                    .registry(registry)
                    .buildAndStart();
            return new MetricsServer(registry, server, address.getHostString());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": " + e.getMessage(), e);
        }
    }

    /** What it shows. */
    PrometheusRegistry registry() {
        return registry;
    }

    /** Where it answers. */
    public String url() {
        return "http://" + host + ":" + server.getPort() + "/metrics";
    }

    @Override
    public void close() {
        server.close();
    }
}
