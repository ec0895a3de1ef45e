package dev.weir.cli;

import dev.weir.campaign.Campaign;
import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.ProgressListener;
import dev.weir.coordinator.WorkerTarget;
import dev.weir.driver.Drivers;
import dev.weir.driver.EmbeddedCluster;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.worker.WorkerServer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "HOST:PORT,...",
            description = "Workers to use, each a running bin/benchmark-worker. Without it, this process does the work")
    private @Nullable String workers;

    @Option(
            names = {"-wf", "--workers-file"},
            paramLabel = "FILE",
            description = "The same from a YAML file: 'workers: [host:port, ...]'")
    private @Nullable Path workersFile;

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

    RunCommand(String commandLine) {
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        Drivers onClassPath = Drivers.onClassPath();
        var inputs = RunInputs.read(
                workloads, drivers, onClassPath, Optional.ofNullable(workers), Optional.ofNullable(workersFile),
                Optional.ofNullable(output), brokers);
        inputs.warnings().forEach(err()::println);
        err().flush();
        List<Campaign> started = new ArrayList<>();
        try (var interruption = new Interruption(() -> interrupt(started))) {
            int status = ExitStatus.FAILED;
            try {
                status = ExitStatus.of(execute(inputs, onClassPath, started));
            } finally {
                interruption.ended(status);
            }
            return status;
        }
    }

    private List<RunResult> execute(RunInputs inputs, Drivers onClassPath, List<Campaign> started) {
        try (Embedded embedded = Embedded.ifNeeded(inputs, onClassPath, brokers, out());
                LocalWorker local = LocalWorker.ifNeeded(inputs, onClassPath)) {
            List<CampaignRun> runs = inputs.runs(embedded.config(), SystemClock.INSTANCE.epochNanos());
            var campaign = new Campaign(
                    runs, local.targets(), commandLine, Version.text(), SystemClock.INSTANCE, new Display());
            synchronized (started) {
                started.add(campaign);
            }
            return campaign.execute();
        }
    }

    private static void interrupt(List<Campaign> started) {
        synchronized (started) {
            started.forEach(Campaign::interrupt);
        }
    }

    private PrintWriter out() {
        return spec == null ? new PrintWriter(System.out, true) : spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec == null ? new PrintWriter(System.err, true) : spec.commandLine().getErr();
    }
}
