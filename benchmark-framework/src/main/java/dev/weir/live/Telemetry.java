package dev.weir.live;

import dev.weir.clock.Clock;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The metrics of this process, and where they go: to Prometheus, to a collector of OpenTelemetry, or to both. */
public final class Telemetry {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Clock clock;
    private @Nullable MetricsServer server;
    private @Nullable OtlpExport export;

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

    /** Begins to export the metrics. */
    public void export(OtlpCollector collector, ProcessIdentity process) {
        export = new OtlpExport(collector, new OtlpMetrics(registry, process.resource(), clock));
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

    /** Returns the address of the collector, without its user; empty if there is none. */
    public Optional<String> collector() {
        return Optional.ofNullable(export).map(OtlpExport::collector);
    }

    /**
     * Exports what has not been exported yet, for at most 2 s, and stops.
     *
     * @param warnings receives what a person must know about exports that failed
     */
    public void close(Consumer<String> warnings) {
        if (server != null) {
            server.close();
        }
        if (export != null) {
            export.close();
            export.warning().ifPresent(warnings);
        }
    }
}
