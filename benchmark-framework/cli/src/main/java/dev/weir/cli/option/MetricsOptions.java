package dev.weir.cli.option;

import dev.weir.live.Telemetry;
import dev.weir.workload.yaml.Problems;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the port at which Prometheus reads live metrics. */
public final class MetricsOptions {
    public static final int MAX_PORT = 65_535;

    @Option(
            names = {"-sp", "--metrics-port", "--stats-port"},
            paramLabel = "PORT",
            description = "Serve live metrics for Prometheus at http://127.0.0.1:PORT/metrics; 0: any free port")
    private @Nullable Integer port;

    @Option(
            names = "--metrics-host",
            paramLabel = "HOST",
            description =
                    "Address that --metrics-port listens on, instead of 127.0.0.1. Every client that reaches it can"
                            + " read the metrics")
    private @Nullable String host;

    /** Starts the server, which has no metrics yet; empty without a port, or with a problem. */
    public Optional<Telemetry> start(Problems problems) {
        if (port == null) {
            if (host != null) {
                problems.error("--metrics-host", "is the address of --metrics-port: give that too");
            }
            return Optional.empty();
        }
        if (port < 0 || port > MAX_PORT) {
            problems.error("--metrics-port", "must be in [0, " + MAX_PORT + "], got " + port);
            return Optional.empty();
        }
        var address = new InetSocketAddress(host == null ? "127.0.0.1" : host, port);
        if (address.isUnresolved()) {
            problems.error("--metrics-host", "cannot be resolved, got " + host);
        }
        try {
            return problems.errors().isEmpty() ? Optional.of(new Telemetry(address)) : Optional.empty();
        } catch (UncheckedIOException e) {
            problems.error("--metrics-port", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
