package dev.weir.cli;

import dev.weir.cli.option.CampaignOptions;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.LoadOptions;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.ShowOptions;
import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.option.TopologyOptions;
import dev.weir.cli.option.WorkerOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.RunArguments;
import dev.weir.cli.run.RunExecution;
import dev.weir.cli.run.RunInputs;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        sortOptions = false,
        description = {
            "Run each workload on each system, one after the other, and write a result file of each run to "
                    + "results/. The files of several runs go into one folder there, with an index page. This is the "
                    + "default command: 'bin/benchmark FILE' runs FILE."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.HELP_RUN_FAILED,
            ExitStatus.HELP_INVALID,
            ExitStatus.HELP_THRESHOLD_MISSED,
            ExitStatus.HELP_INTERRUPTED,
            ExitStatus.HELP_OK
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark workloads/quickstart.yaml",
            "      on a Kafka that is started on this host for the run",
            "  bin/benchmark run -b host:9092 --rate 50k --size 1KiB --duration 1m",
            "      on these brokers, without files; with --print-workload it prints the files that it stands for",
            "  bin/benchmark --set producerRate=20k --set driver.producerConfig.linger.ms=10 workloads/quickstart.yaml",
            "      with other values of some fields",
            "  bin/benchmark -d driver-kafka/kafka.yaml,driver-redpanda/redpanda.yaml a.yaml b.yaml",
            "      four runs: each workload on each system, in turn; reports in which settings the systems differ",
            "  bin/benchmark -d driver-kafka/kafka.yaml -w 10.0.0.1:8080,10.0.0.2:8080 a.yaml",
            "      from two hosts, on each of which bin/benchmark-worker runs",
            "  bin/benchmark plan ladder.yaml",
            "      which runs the file makes, how long they take and how much they write",
            "  bin/benchmark --resume results/ladder-2026-11-21-10-00-00 ladder.yaml",
            "      continues a campaign that was interrupted, or in which runs have failed",
            "",
            "Ctrl-C ends a run: Weir stops the load and writes a result of what was measured. A run with testDuration:"
                    + " 0s always ends that way."
        })
final class RunCommand extends ConsoleCommand {
    @Mixin
    private SystemOptions systems = new SystemOptions();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PATH",
            description = "Result file (default: results/WORKLOAD-DRIVER-TIME.json); with several runs, their folder"
                    + " (default: results/WORKLOAD-TIME)")
    private @Nullable Path output;

    @Option(
            names = {"-v", "--service-version"},
            paramLabel = "VERSION",
            defaultValue = "",
            description = "Version of the system under test, shown in the result as 'version'")
    private String serviceVersion = "";

    @Option(
            names = "--tag",
            paramLabel = "KEY=VALUE",
            description =
                    "Keep this in the result, such as branch=main: compare --by branch splits runs by it, and history"
                            + " prints it. Can be given several times")
    private Map<String, String> tags = Map.of();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Mixin
    private ShowOptions show = new ShowOptions();

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workload files (YAML)")
    private List<Path> workloads = List.of();

    static CommandLine commandLine() {
        var command = new CommandLine(new RunCommand());
        LoadOptions.addTo(command.getCommandSpec());
        return command;
    }

    @Override
    public Integer call() {
        var problems = new Problems();
        OptionFiles options =
                load.read(command().getParseResult(), systems, workloads, campaign.fields(problems), problems);
        var arguments = new RunArguments(
                workloads,
                options,
                new RunArguments.Systems(
                        systems.drivers(),
                        systems.brokers(),
                        serviceVersion,
                        tags,
                        campaign.differs(),
                        show.isStrict()),
                new RunArguments.RunWorkers(
                        workers.read(problems),
                        workers.security(problems),
                        workers.isInsecure(),
                        topology.read(problems)),
                Optional.ofNullable(output),
                campaign.resume(),
                campaign.hooks());
        Drivers drivers = driverOptions.load();
        if (load.isPrint()) {
            problems.throwIfAny();
            RunInputs.read(arguments, drivers, problems);
            out().print(options.text());
            return ExitStatus.OK;
        }
        return new RunExecution(drivers, show, command()).run(arguments, problems);
    }
}
