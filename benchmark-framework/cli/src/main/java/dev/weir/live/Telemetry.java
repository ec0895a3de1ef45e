package dev.weir.live;

import dev.weir.clock.Clock;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The metrics of this process, which it serves to Prometheus. */
public final class Telemetry {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Clock clock;
    private @Nullable MetricsServer server;

    /** Creates it without metrics. */
    public Telemetry(Clock clock) {
        this.clock = clock;
    }

    /**
     * Serves the metrics to Prometheus.
     *
     * @param address port 0: any free one
     * @throws java.io.UncheckedIOException if it cannot be bound
     */
    public void serve(InetSocketAddress address) {
        server = MetricsServer.at(address, registry);
    }

    /** Sets whether this process accepts work, for checks of readiness. Any thread. */
    public void ready(boolean accepts) {
        if (server != null) {
            server.ready(accepts);
        }
    }

    PrometheusRegistry registry() {
        return registry;
    }

    Clock clock() {
        return clock;
    }

    /** Returns the address at which the metrics are served; empty if they are not. */
    public Optional<String> url() {
        return Optional.ofNullable(server).map(MetricsServer::url);
    }

    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
