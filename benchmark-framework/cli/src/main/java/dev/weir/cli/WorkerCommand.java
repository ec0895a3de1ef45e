package dev.weir.cli;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.LogOptions;
import dev.weir.cli.option.MetricsOptions;
import dev.weir.cli.option.TlsOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.OmbLog;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.live.LoadMetrics;
import dev.weir.live.Telemetry;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.WireException;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "benchmark-worker",
        description = "Wait for a coordinator (bin/benchmark -w HOST:PORT) and produce and consume for it.")
final class WorkerCommand extends ConsoleCommand {
    private static final Duration MIN_SILENCE = Duration.ofSeconds(1);

    /** Coordinators that continue without a worker rely on this limit. */
    private static final Duration MAX_SILENCE = Duration.ofMinutes(1);

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port to listen on; 0: any free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address to listen on; 0.0.0.0: all addresses of this host. An address that other hosts can"
                    + " reach needs TLS or --insecure (default: ${DEFAULT-VALUE})")
    private String host = "";

    @Option(
            names = "--insecure",
            description =
                    "Listen on an address that others can reach, without authentication: every client that connects"
                            + " can make this host produce any load to any system")
    private boolean insecure;

    @Option(
            names = "--coordinator-silence",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = Time.class,
            description =
                    "How long the load of a run continues without a message from its coordinator. Then the worker "
                            + "is ready for the next run (default: ${DEFAULT-VALUE})")
    private Duration coordinatorSilence = WireServer.COORDINATOR_SILENCE;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = "--allow-client-files",
            split = ",",
            paramLabel = "FOLDER",
            description = "Folders below which a coordinator's client properties may name files, such as"
                    + " ssl.truststore.location (default: none)")
    private List<Path> clientFolders = List.of();

    @Option(
            names = "--allow-client-classes",
            split = ",",
            paramLabel = "CLASS",
            description =
                    "Classes that a coordinator's client properties may name, such as an interceptor or a login module"
                            + " (default: only harmless ones of the client library)")
    private Set<String> clientClasses = Set.of();

    @Mixin
    private LogOptions log = new LogOptions();

    @Mixin
    private MetricsOptions metricsOptions = new MetricsOptions();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (coordinatorSilence.compareTo(MIN_SILENCE) < 0 || coordinatorSilence.compareTo(MAX_SILENCE) > 0) {
            throw new ParameterException(command(), "--coordinator-silence must be in [1s, 1m]");
        }
        if (port < 0 || port > MetricsOptions.MAX_PORT) {
            throw new ParameterException(
                    command(), "--port must be in [0, " + MetricsOptions.MAX_PORT + "], got " + port);
        }
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new ParameterException(command(), "--host " + host + " cannot be resolved");
        }
        var problems = new Problems();
        ChannelSecurity security = tls.read(TlsRole.WORKER, problems);
        ClientLimits limits = limits(problems);
        log.check(problems);
        problems.throwIfAny();
        if (!address.getAddress().isLoopbackAddress() && !security.isTls() && !insecure) {
            throw new ParameterException(
                    command(),
                    "--host " + host + " can be reached from other hosts, which could make this host produce any "
                            + "load: use TLS (bin/benchmark certs makes the files), listen on 127.0.0.1, or add "
                            + "--insecure");
        }
        if (security.isTls() && insecure) {
            throw new ParameterException(command(), "--insecure has no place beside --tls-cert: leave one out");
        }
        Drivers known = driverOptions.load();
        Optional<Telemetry> metrics = metricsOptions.start(problems);
        problems.throwIfAny();
        var asked = new CountDownLatch(1);
        try (var interruption = new Interruption(asked::countDown)) {
            var terms = new WorkerTerms(security, limits, coordinatorSilence);
            SnapshotListener watch = metrics.<SnapshotListener>map(each -> new WorkerMetrics(new LoadMetrics(each)))
                    .orElse(SnapshotListener.NONE);
            try (var worker = WorkerServer.listen(
                    address, known, SystemClock.INSTANCE, WorkerFacts::ofThisProcess, terms, watch)) {
                var bound = (InetSocketAddress) worker.address();
                PrintWriter out = log.isOmb() ? err() : out();
                out.println("listening on " + host + ":" + bound.getPort() + (security.isTls() ? ", TLS" : ""));
                if (address.getAddress().isLoopbackAddress()) {
                    out.println("only coordinators of this host can reach it; for others, use --host 0.0.0.0 with TLS "
                            + "(bin/benchmark certs makes the files), or with --insecure");
                }
                metrics.ifPresent(server -> {
                    out.println("metrics at " + server.url());
                    server.ready(true);
                });
                if (log.isOmb()) {
                    new OmbLog(out(), SystemClock.INSTANCE).workerIsReady(host, bound.getPort());
                }
                asked.await();
                metrics.ifPresent(server -> server.ready(false));
            } catch (WireException e) {
                err().println(e.getMessage());
                return ExitStatus.FAILED;
            } finally {
                // Once it has ended, a signal halts the process.
                metrics.ifPresent(Telemetry::close);
                interruption.ended(ExitStatus.OK);
            }
        }
        return ExitStatus.OK;
    }

    private ClientLimits limits(Problems problems) {
        List<Path> folders = new ArrayList<>();
        for (Path folder : clientFolders) {
            try {
                folders.add(folder.toRealPath());
            } catch (IOException e) {
                problems.error("--allow-client-files", "must be an existing folder, got " + folder);
            }
        }
        return ClientLimits.to(folders, clientClasses);
    }

    /** Parses a duration as in a workload file. */
    private static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return DurationText.parse(text)
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is no time such as 30s or 1m"));
        }
    }

    /** Passes the snapshots of each run on to the metrics of this process. */
    record WorkerMetrics(LoadMetrics load) implements SnapshotListener {
        @Override
        public void taken(Snapshot snapshot) {
            var latencies = new LatencySet();
            latencies.add(snapshot.warmup());
            latencies.add(snapshot.measured());
            load.add(snapshot.counts(), latencies, (snapshot.toNanos() - snapshot.fromNanos()) / 1e9);
            load.distribute(snapshot.warmup(), snapshot.measured());
        }

        @Override
        public void ended() {
            load.rest();
        }
    }
}
