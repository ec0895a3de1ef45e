package dev.weir.cli.run;

import dev.weir.campaign.Campaign;
import dev.weir.campaign.Campaign.CampaignOrigin;
import dev.weir.campaign.request.CampaignListener;
import dev.weir.cli.option.CommandText;
import dev.weir.cli.option.ShowOptions;
import dev.weir.cli.output.CampaignDisplay;
import dev.weir.cli.output.LivePage;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.Interruption;
import dev.weir.cli.run.RunInputs.PreparedRun;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.ToolVersion;
import dev.weir.live.RunMetrics;
import dev.weir.live.Telemetry;
import dev.weir.report.RunLine;
import dev.weir.report.html.tag.PageLink;
import dev.weir.result.RunResult;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Reads the input, starts what it needs on this host, runs the campaign, and stops everything. */
public final class RunExecution {
    private final Drivers drivers;
    private final ShowOptions show;
    private final CommandLine command;
    private final PrintWriter out;
    private final PrintWriter err;
    private List<Comparability> pairs = List.of();
    private Optional<LivePage> page = Optional.empty();
    private @Nullable Campaign current;
    private boolean interrupted;

    public RunExecution(Drivers drivers, ShowOptions show, CommandLine command) {
        this.drivers = drivers;
        this.show = show;
        this.command = command;
        this.out = show.out(command);
        this.err = command.getErr();
    }

    /** Runs everything, and returns the exit status. If the input has problems, nothing is started. */
    public int run(RunArguments arguments, Problems problems) {
        show.check(arguments.resume().isPresent(), problems);
        var planned = RunInputs.read(arguments, drivers, problems);
        RunInputs inputs = planned.driverOfBrokers()
                .map(driver -> RunInputs.read(arguments.withDriver(driver), drivers, problems))
                .orElse(planned);
        problems.warnings().forEach(warning -> err.println("warning: " + warning));
        if (inputs.todo().isEmpty()) {
            out.println("nothing is left to do: " + PlanTable.total(inputs));
            compare(inputs, List.of(), inputs.resumed());
            inputs.resumed().ifPresent(folder -> show.sumUp(() -> RunLine.of(folder.index(), folder.path()), command));
            return status(inputs, List.of());
        }
        CampaignDisplay display = show.display(out, err);
        Optional<Telemetry> metrics = show.startMetrics(problems);
        problems.throwIfAny();
        try (var interruption = new Interruption(this::ending, this::interrupt, this::abandon, display::say)) {
            int status = ExitStatus.FAILED;
            try {
                List<RunResult> results = execute(inputs, display, listeners(display, metrics));
                show.write(results);
                show.sumUp(display::runs, command);
                status = status(inputs, results);
            } finally {
                // Once it has ended, an interruption halts the process.
                metrics.ifPresent(Telemetry::close);
                interruption.ended(status);
            }
            return status;
        } finally {
            page.ifPresent(LivePage::close);
        }
    }

    private List<CampaignListener> listeners(CampaignDisplay display, Optional<Telemetry> metrics) {
        List<CampaignListener> listeners = new ArrayList<>(List.of(display));
        show.ombLog(command).ifPresent(listeners::add);
        metrics.map(RunMetrics::new).ifPresent(listeners::add);
        metrics.filter(any -> !show.isQuiet()).ifPresent(served -> out.println("metrics      " + served.url()));
        page = show.showPage();
        page.ifPresent(listeners::add);
        page.ifPresent(shown -> out.println("live page    " + shown.url()));
        return listeners;
    }

    /** Returns the status of the whole campaign, including runs before it was resumed. */
    private int status(RunInputs inputs, List<RunResult> results) {
        List<ExitStatus.RunEnding> endings = new ArrayList<>();
        inputs.done().values().forEach(run -> endings.add(ExitStatus.RunEnding.of(run)));
        results.forEach(run -> endings.add(ExitStatus.RunEnding.of(run)));
        int status = ExitStatus.of(endings, inputs.runs().size(), show.isStrict());
        boolean unequal = pairs.stream().anyMatch(pair -> pair.verdict() == ComparabilityVerdict.UNEQUAL);
        return show.isStrict() && unequal && status != ExitStatus.FAILED ? ExitStatus.INVALID : status;
    }

    private void compare(RunInputs inputs, List<RunResult> results, Optional<CampaignFolder> folder) {
        pairs = SystemPairs.measured(inputs, results);
        folder.ifPresent(each -> each.index().compared(pairs));
        if (!pairs.isEmpty() && !show.isQuiet()) {
            out.println();
        }
        pairs.stream()
                .filter(pair -> !show.isQuiet() || pair.verdict() == ComparabilityVerdict.UNEQUAL)
                .flatMap(pair -> SystemPairs.lines(pair).stream())
                .forEach(out::println);
    }

    private List<RunResult> execute(RunInputs inputs, CampaignDisplay display, List<CampaignListener> listeners) {
        inputs.reachSystems();
        inputs.reachWorkers();
        var names = new ResultNames(SystemClock.INSTANCE.epochNanos());
        Optional<CampaignFolder> folder = inputs.folder(names);
        if (folder.isPresent() && !show.isQuiet()) {
            out.println(PlanTable.total(inputs) + ", into " + folder.get().path());
        } else if (!show.isQuiet()) {
            out.println(PlanTable.total(inputs) + ": " + PlanTable.single(inputs));
        }
        SortedMap<Integer, Duration> todo = inputs.todo().stream()
                .collect(Collectors.toMap(
                        PreparedRun::number, run -> run.estimate().time(), (one, other) -> one, TreeMap::new));
        display.expect(folder.map(each -> each.index().runs()).orElse(List.of()), todo);
        folder.ifPresent(each -> page.ifPresent(shown -> shown.expect(each.index(), each.path(), todo)));
        Optional<EmbeddedCluster> cluster = Optional.empty();
        Optional<WorkerServer> local = Optional.empty();
        try {
            Optional<DriverConfig> embedded = inputs.embedded();
            if (embedded.isPresent()) {
                int brokers = inputs.arguments().systems().brokers();
                display.step("starting Kafka on this host, brokers: " + brokers);
                cluster = Optional.of(DriverChoice.start(brokers, InetAddress.getLoopbackAddress(), 0, embedded.get()));
            }
            if (inputs.arguments().workers().addresses().isEmpty()) {
                local = Optional.of(WorkerServer.listenInProcess(drivers, SystemClock.INSTANCE));
            }
            var campaign = new Campaign(
                    inputs.campaign(cluster, folder, names),
                    local.map(worker -> List.of(new WorkerTarget("in-process", worker.address())))
                            .orElseGet(() -> remote(inputs)),
                    inputs.arguments().workers().topology(),
                    new CampaignOrigin(
                            CommandText.of(command, drivers),
                            ToolVersion.text(),
                            inputs.arguments().systems().version(),
                            inputs.arguments().systems().tags()),
                    SystemClock.INSTANCE,
                    listeners,
                    folder.map(CampaignFolder::index).orElseGet(CampaignIndex::none));
            begin(campaign);
            List<RunResult> results = campaign.execute();
            compare(inputs, results, folder);
            folder.ifPresent(each -> {
                display.campaignEnds(each.index(), each.path());
                page.ifPresent(shown -> shown.ends(each.path().resolve(PageLink.OF_CAMPAIGN)));
            });
            return results;
        } finally {
            display.clear();
            local.ifPresent(WorkerServer::close);
            cluster.ifPresent(EmbeddedCluster::close);
        }
    }

    private static List<WorkerTarget> remote(RunInputs inputs) {
        return inputs.arguments().workers().addresses().stream()
                .map(worker -> new WorkerTarget(
                        worker.toString(),
                        worker.socketAddress(),
                        inputs.arguments().workers().security()))
                .toList();
    }

    private synchronized void begin(Campaign campaign) {
        current = campaign;
        if (interrupted) {
            campaign.interrupt();
        }
    }

    private synchronized String abandon() {
        return Optional.ofNullable(current)
                .flatMap(Campaign::abandon)
                .map(result -> "\nthe partial result is in " + result
                        + "; 'bin/benchmark recover' lists topics that may be left on the system")
                .orElse("");
    }

    private synchronized String ending() {
        return Optional.ofNullable(current).map(Campaign::ending).orElse(Campaign.NO_RUN_TO_END);
    }

    private synchronized void interrupt() {
        interrupted = true;
        if (current != null) {
            current.interrupt();
        }
    }
}
