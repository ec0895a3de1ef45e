package dev.weir.cli.option;

import dev.weir.clock.SystemClock;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.ToolVersion;
import dev.weir.live.OtlpCollector;
import dev.weir.live.ProcessIdentity;
import dev.weir.live.Telemetry;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problems;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for live metrics: the port at which Prometheus reads them, and the collector to which they are exported. */
public final class MetricsOptions {
    private static final int LARGEST_PORT = 65_535;

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

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = "Export metrics every 5 s to the OpenTelemetry collector at this address,"
                    + " such as http://collector:4318, with OTLP over HTTP")
    private @Nullable String otlp;

    /**
     * Starts the server and the export, which have no metrics yet.
     *
     * @param service name of this process for OpenTelemetry
     * @param problems receives the reason why that is not possible
     * @return empty if none of the options is given, or if it is not possible
     */
    public Optional<Telemetry> start(String service, Problems problems) {
        Optional<InetSocketAddress> address = address(problems);
        Optional<OtlpCollector> collector = collector(problems);
        if (!problems.errors().isEmpty() || (address.isEmpty() && collector.isEmpty())) {
            return Optional.empty();
        }
        var telemetry = new Telemetry(SystemClock.INSTANCE);
        try {
            address.ifPresent(telemetry::serve);
        } catch (UncheckedIOException e) {
            problems.error("--metrics-port", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        collector.ifPresent(each -> telemetry.export(
                each,
                new ProcessIdentity(service, UUID.randomUUID().toString(), HostFacts.hostName(), ToolVersion.text())));
        return Optional.of(telemetry);
    }

    private Optional<InetSocketAddress> address(Problems problems) {
        if (port == null) {
            if (host != null) {
                problems.error("--metrics-host", "is the address of --metrics-port: give that too");
            }
            return Optional.empty();
        }
        if (port < 0 || port > LARGEST_PORT) {
            problems.error("--metrics-port", "must be in [0, " + LARGEST_PORT + "], got " + port);
            return Optional.empty();
        }
        var address = new InetSocketAddress(host == null ? "127.0.0.1" : host, port);
        if (address.isUnresolved()) {
            problems.error("--metrics-host", "cannot be resolved, got " + host);
            return Optional.empty();
        }
        return Optional.of(address);
    }

    private Optional<OtlpCollector> collector(Problems problems) {
        if (otlp == null) {
            return Optional.empty();
        }
        Optional<OtlpCollector> collector = OtlpCollector.parse(otlp);
        if (collector.isEmpty()) {
            problems.error(
                    "--otlp",
                    "must be an address such as http://collector:4318, got " + Secrets.text(otlp)
                            + "; /v1/metrics and /v1/traces are added to it");
        }
        return collector;
    }
}
