package dev.weir.cli;

import dev.weir.cli.option.CampaignOptions;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.PlanTable;
import dev.weir.cli.run.RunArguments;
import dev.weir.cli.run.RunInputs;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Topology;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "plan",
        sortOptions = false,
        description = {
            "Print the runs of workload files in their order, with the time that they take and the payload "
                    + "that they write, replicas included, and start nothing. A file with steps, sweep, repeat, or "
                    + "lists of values as in OMB's templates makes several runs."
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark plan workloads/quickstart.yaml",
            "  bin/benchmark plan -d driver-kafka/kafka.yaml,driver-redpanda/redpanda.yaml ladder.yaml",
            "  bin/benchmark plan --resume results/ladder-2026-11-21-10-00-00 ladder.yaml",
            "      the runs of a campaign that are left",
            "",
            "The time includes warm-up, test and an allowance for the steps before and after them. It does not include"
                    + " the commands of hooks, nor delays of the measured system."
        })
final class PlanCommand extends ConsoleCommand {
    @Mixin
    private SystemOptions systems = new SystemOptions();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private CampaignOptions campaign = new CampaignOptions();

    @Parameters(paramLabel = "WORKLOAD", arity = "1..*", description = "Workload files (YAML)")
    private List<Path> workloads = List.of();

    @Override
    public Integer call() {
        var problems = new Problems();
        var arguments = new RunArguments(
                workloads,
                new OptionFiles(List.of(), List.of(), campaign.fields(problems)),
                new RunArguments.Systems(systems.drivers(), systems.brokers(), "", Map.of(), campaign.differs(), false),
                new RunArguments.RunWorkers(List.of(), ChannelSecurity.NONE, false, Topology.SWARM),
                Optional.empty(),
                campaign.resume(),
                campaign.hooks());
        var inputs = RunInputs.read(arguments, driverOptions.load(), problems);
        printWarnings(problems);
        if (!inputs.todo().isEmpty()) {
            PlanTable.lines(inputs).forEach(out()::println);
        }
        out().println(PlanTable.total(inputs));
        return ExitStatus.OK;
    }
}
