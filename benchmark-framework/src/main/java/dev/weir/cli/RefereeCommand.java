package dev.weir.cli;

import dev.weir.cli.option.CommandText;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.FieldOptions;
import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.SilentDisplay;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.cli.run.CampaignFolder;
import dev.weir.cli.run.DriverChoice;
import dev.weir.cli.run.ResultNames;
import dev.weir.cli.run.RunInputs;
import dev.weir.clock.SystemClock;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.Referees;
import dev.weir.referee.RefereeFile;
import dev.weir.referee.RefereePlan;
import dev.weir.referee.RefereeResult;
import dev.weir.referee.RefereeSystem;
import dev.weir.referee.RefereeTable;
import dev.weir.referee.SideBySide;
import dev.weir.workload.DriverTransactions;
import dev.weir.workload.file.DriverChanges;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a workload with Weir and with a tool of the system's own project. */
@Command(
        name = "referee",
        sortOptions = false,
        description = {
            "Run a workload with Weir and with the performance tool of Kafka's own project that comes closest to it,"
                    + " one after the other on the same brokers with the same client settings, and put both sets of"
                    + " figures side by side. The command also lists in what the two sides differ.",
            "A tool has one producer or one consumer; share-consumer has as many as the workload. If a tool cannot"
                    + " carry out a part of the workload, the command leaves that part out of both sides and names it."
                    + " It refuses a workload if the rest would be another load."
        },
        footer = {
            "",
            "Default tools, by workload file:",
            "  consumer    ConsumerPerformance, for a file that reads an existing topic or builds a backlog",
            "  end-to-end  EndToEndLatency, for a file with mode: closed, inFlight: 1 and consumers",
            "  producer    ProducerPerformance, for any other file",
            "",
            "Only with --tool:",
            "  share-consumer  ShareConsumerPerformance, for the files that consumer takes: both sides read as a share"
                    + " group",
            "",
            "Examples:",
            "  bin/benchmark referee workloads/quickstart.yaml",
            "      Weir and ProducerPerformance on a Kafka that is started on this host",
            "  bin/benchmark referee -d driver-kafka/kafka.yaml --repeat 4 a.yaml",
            "      four times each, in turn, on the brokers of the driver file, with medians and ranges",
            "  bin/benchmark referee --tool end-to-end -o results/e2e a.yaml",
            "      another tool; the figures of both go into the folder results/e2e",
            "",
            "Exit status, the first that applies: 2 bad input (nothing was started), 1 failed, 3 Weir's figures are"
                    + " invalid, 99 messages were lost or duplicated, 130 interrupted, 0 done."
        })
final class RefereeCommand extends ConsoleCommand {
    private static final int MOST_TIMES = 1000;

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "DRIVER",
            defaultValue = SystemOptions.EMBEDDED,
            description = "System to load: a driver file, or embedded, a real Kafka that is started for it (default:"
                    + " ${DEFAULT-VALUE})")
    private String driver = SystemOptions.EMBEDDED;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Brokers of the embedded cluster, 1 to 9 (default: ${DEFAULT-VALUE})")
    private int brokers;

    @Option(names = "--tool", paramLabel = "TOOL", description = "producer, consumer, share-consumer or end-to-end")
    private @Nullable String tool;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often each side is run, in turn (default: ${DEFAULT-VALUE})")
    private int times;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            description = "New or empty folder for " + RefereeFile.NAME
                    + " and the result files of Weir's runs (default: results/WORKLOAD-referee-TIME)")
    private @Nullable Path output;

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private FieldOptions fields = new FieldOptions();

    @Parameters(paramLabel = "WORKLOAD", description = "Workload file (YAML)")
    private Path workload = Path.of("");

    @Override
    public Integer call() {
        var problems = new Problems();
        Drivers drivers = driverOptions.load();
        Optional<WorkloadSeries> series = WorkloadFile.readAll(workload, fields.read(problems), problems);
        checkOptions(problems);
        Optional<RefereePlan> plan = series.flatMap(file -> RefereePlan.of(file, kind(problems), problems));
        Optional<DriverChoice> system =
                DriverChoice.of(driver, drivers, (factory, config) -> unsuitable(plan, factory, config), problems);
        system.ifPresent(choice -> check(choice, problems));
        // An embedded cluster of an impossible size has no configuration.
        system.filter(choice -> !choice.isEmbedded() || problems.errors().isEmpty())
                .ifPresent(choice -> plan.ifPresent(known -> changed(
                        series.orElseThrow(), known, choice.factory(), choice.plannedConfig(brokers), problems)));
        printWarnings(problems);
        problems.throwIfAny();
        RefereePlan known = plan.orElseThrow();
        DriverChoice choice = system.orElseThrow();
        return run(
                known,
                choice,
                drivers,
                config -> changed(series.orElseThrow(), known, choice.factory(), config, new Problems())
                        .orElseThrow());
    }

    /**
     * Returns a driver's configuration with the changes by the workload file and the options.
     *
     * @return empty, with problems, if they are not possible
     */
    static Optional<DriverConfig> changed(
            WorkloadSeries series, RefereePlan plan, DriverFactory factory, DriverConfig config, Problems problems) {
        DriverChanges changes = series.points().get(0).driverChanges();
        Optional<DriverConfig> changed = changes.on(config, factory, problems);
        List<ConfigProblem> before = unsuitable(Optional.of(plan), factory, config);
        List<ConfigProblem> found = changed.map(with -> unsuitable(Optional.of(plan), factory, with)).stream()
                .flatMap(List::stream)
                .filter(problem -> !before.contains(problem))
                .toList();
        for (ConfigProblem problem : found) {
            String field = problem.field() + (problem.property().isEmpty() ? "" : "." + problem.property());
            problems.error(series.problem(changes.lineOf(field), "driver." + field, problem.message()));
        }
        return found.isEmpty() ? changed : Optional.empty();
    }

    private void checkOptions(Problems problems) {
        if (brokers < 1 || brokers > 9) {
            problems.error("--brokers", "must be in [1, 9], got " + brokers);
        }
        if (times < 1 || times > MOST_TIMES) {
            problems.error("--repeat", "must be in [1, " + MOST_TIMES + "], got " + times);
        }
        if (output != null) {
            CampaignFolder.check(output, times, problems);
        }
    }

    private Optional<RefereeKind> kind(Problems problems) {
        if (tool == null) {
            return Optional.empty();
        }
        Optional<RefereeKind> kind = Stream.of(RefereeKind.values())
                .filter(each -> each.key().equals(tool))
                .findFirst();
        if (kind.isEmpty()) {
            String known = Stream.of(RefereeKind.values()).map(RefereeKind::key).collect(Collectors.joining(", "));
            problems.error("--tool", "must be one of " + known + ", got " + tool);
        }
        return kind;
    }

    private static List<ConfigProblem> unsuitable(
            Optional<RefereePlan> plan, DriverFactory factory, DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        if (DriverTransactions.messages(config) > 0) {
            problems.add(new ConfigProblem(
                    DriverTransactions.FIELD, "", "must be absent: the tools send without transactions"));
        }
        if (!config.clusterConfig().isEmpty()) {
            problems.add(new ConfigProblem(
                    "clusterConfig",
                    "",
                    "would hold during Weir's runs and not during the tool's: remove it, and set it by hand"));
        }
        plan.flatMap(known -> factory.referees().map(referees -> referees.problems(known.kind(), config)))
                .ifPresent(problems::addAll);
        return problems;
    }

    private static void check(DriverChoice choice, Problems problems) {
        if (choice.factory().referees().isEmpty()) {
            problems.error(
                    "-d",
                    "the driver " + choice.factory().name()
                            + " has no tools of its system's own project: name a file of"
                            + " the driver kafka or redpanda, or " + SystemOptions.EMBEDDED);
        }
    }

    private int run(RefereePlan plan, DriverChoice choice, Drivers drivers, UnaryOperator<DriverConfig> changes) {
        Path folder = output != null
                ? output
                : new ResultNames(SystemClock.INSTANCE.epochNanos())
                        .folder(plan.load().name() + "-referee");
        var running = new Running();
        try (var interruption = new Interruption(running::interrupt)) {
            int status = ExitStatus.FAILED;
            try {
                RefereeResult result = compare(plan, choice, drivers, changes, folder, running);
                Path file = RefereeFile.write(result, folder);
                show(result, file);
                status = status(result);
            } finally {
                interruption.ended(status);
            }
            return status;
        }
    }

    private RefereeResult compare(
            RefereePlan plan,
            DriverChoice choice,
            Drivers drivers,
            UnaryOperator<DriverConfig> changes,
            Path folder,
            Running running) {
        Optional<EmbeddedCluster> cluster = Optional.empty();
        try {
            if (choice.isEmbedded()) {
                say("starting Kafka on this host, brokers: " + brokers);
                cluster = Optional.of(DriverChoice.start(brokers, changes.apply(choice.plannedConfig(brokers))));
            }
            Referees referees = choice.factory().referees().orElseThrow();
            DriverConfig file = changes.apply(choice.plannedConfig(brokers));
            DriverConfig config = cluster.map(each -> each.driverConfig(file)).orElse(file);
            var comparison = new SideBySide(
                    plan,
                    new RefereeSystem(
                            referees.settled(plan.kind(), config),
                            choice.factory(),
                            referees,
                            drivers,
                            choice.isEmbedded() ? brokers : 0,
                            RunInputs.deviations(cluster, config),
                            choice.isEmbedded() ? List.of(RunInputs.embeddedReason()) : List.of()),
                    CommandText.of(command(), drivers),
                    folder,
                    // What stands side by side in the end is not shown before.
                    (run, number, count) -> new SilentDisplay(),
                    this::say);
            running.begin(comparison);
            return comparison.run(times);
        } finally {
            cluster.ifPresent(EmbeddedCluster::close);
        }
    }

    private int status(RefereeResult result) {
        if (!result.failure().isEmpty()) {
            err().println(result.failure());
            return ExitStatus.FAILED;
        }
        return ExitStatus.of(result.runs().stream().map(ExitStatus.Verdict::of).toList(), times, false);
    }

    private void show(RefereeResult result, Path file) {
        out().println();
        RefereeTable.lines(result).forEach(out()::println);
        out().println("written   " + file);
        out().flush();
    }

    private void say(String step) {
        out().println(step);
        out().flush();
    }

    /** Passes an interruption on to the current run, whenever it comes. */
    private static final class Running {
        private @Nullable SideBySide comparison;
        private boolean interrupted;

        synchronized void begin(SideBySide begun) {
            comparison = begun;
            if (interrupted) {
                begun.interrupt();
            }
        }

        synchronized void interrupt() {
            interrupted = true;
            if (comparison != null) {
                comparison.interrupt();
            }
        }
    }
}
