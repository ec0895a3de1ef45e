package dev.weir.cli;

import dev.weir.campaign.Campaign;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.WorkerTarget;
import dev.weir.driver.Drivers;
import dev.weir.driver.EmbeddedCluster;
import dev.weir.result.RunResult;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Problems;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs each workload on each system, and shows and writes the results. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Run each workload on each system. The default: 'bin/benchmark FILE' runs it.")
final class RunCommand implements Callable<Integer> {

    @Option(
            names = {"-d", "--drivers"},
            split = ",",
            paramLabel = "DRIVER",
            defaultValue = DriverChoice.EMBEDDED,
            description = "Systems to drive: driver files, names of drivers that need none (none), or embedded, a real"
                    + " Kafka that is started for the run (default: ${DEFAULT-VALUE})")
    private List<String> drivers = List.of();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Result file (default: results/WORKLOAD-DRIVER-TIME.json); for one run only")
    private @Nullable Path output;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Brokers of the embedded cluster, 1 to 9 (default: ${DEFAULT-VALUE})")
    private int brokers;

    @Parameters(paramLabel = "WORKLOAD", arity = "1..*", description = "Workload files (YAML)")
    private List<Path> workloads = List.of();

    @Spec
    private @Nullable CommandSpec spec;

    private final String commandLine;
    private @Nullable Campaign current;
    private boolean interrupted;

    RunCommand(String commandLine) {
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        Drivers known = driverOptions.load();
        var problems = new Problems();
        var inputs = RunInputs.read(workloads, drivers, known, workers, Optional.ofNullable(output), brokers, problems);
        problems.warnings().forEach(warning -> err().println("warning: " + warning));
        try (var interruption = new Interruption(this::interrupt)) {
            int status = ExitStatus.FAILED;
            try {
                status = ExitStatus.of(execute(inputs, known), inputs.runCount());
            } finally {
                interruption.ended(status);
            }
            return status;
        }
    }

    private List<RunResult> execute(RunInputs inputs, Drivers known) {
        Optional<EmbeddedCluster> cluster = Optional.empty();
        Optional<WorkerServer> local = Optional.empty();
        try {
            if (inputs.needsEmbedded()) {
                out().printf("%-12s starting Kafka on this host, brokers: %d%n", "prepare", brokers);
                cluster = Optional.of(DriverChoice.start(brokers, 0));
            }
            if (inputs.workers().isEmpty()) {
                local = Optional.of(WorkerServer.listenInProcess(known, SystemClock.INSTANCE));
            }
            List<WorkerTarget> targets = local.map(worker -> List.of(new WorkerTarget("in-process", worker.address())))
                    .orElseGet(() -> inputs.workers().stream()
                            .map(worker -> new WorkerTarget(
                                    worker.toString(), new InetSocketAddress(worker.host(), worker.port())))
                            .toList());
            var campaign = new Campaign(
                    inputs.runs(cluster, SystemClock.INSTANCE.epochNanos()),
                    targets,
                    commandLine,
                    Version.text(),
                    SystemClock.INSTANCE,
                    new CampaignDisplay(out(), SystemClock.INSTANCE));
            begin(campaign);
            return campaign.execute();
        } finally {
            local.ifPresent(WorkerServer::close);
            cluster.ifPresent(EmbeddedCluster::close);
        }
    }

    private synchronized void begin(Campaign campaign) {
        current = campaign;
        if (interrupted) {
            campaign.interrupt();
        }
    }

    private synchronized void interrupt() {
        interrupted = true;
        if (current != null) {
            current.interrupt();
        }
    }

    private PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    private PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }
}
