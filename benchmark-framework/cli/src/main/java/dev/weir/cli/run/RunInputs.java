package dev.weir.cli.run;

import dev.weir.campaign.request.CampaignRun;
import dev.weir.cli.option.SystemOptions;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.ConnectionLimit;
import dev.weir.host.facts.HostFacts;
import dev.weir.plan.CampaignPlan;
import dev.weir.plan.CampaignPlan.PlannedRun;
import dev.weir.plan.RunEstimate;
import dev.weir.result.ResultFile;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Hooks;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.Workload;
import dev.weir.workload.file.FieldOption;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import dev.weir.workload.file.WorkloadPoint.OnSystem;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * All input, read and checked: if this object exists, the input has no errors.
 *
 * @param runs all runs, in their order
 * @param todo runs that are not done yet
 * @param done results of the others, by their numbers
 * @param resumed folder of the results, if it exists already
 */
public record RunInputs(
        RunArguments arguments,
        List<DriverChoice> systems,
        List<PreparedRun> runs,
        List<PreparedRun> todo,
        SortedMap<Integer, StoredResult> done,
        Optional<CampaignFolder> resumed,
        Drivers drivers) {
    private static final int MAX_BROKERS = 9;
    private static final Reason EMBEDDED = Reason.of(
            ReasonCode.EMBEDDED_CLUSTER,
            "the brokers shared this host with their load: the figures are this host's, not Kafka's");

    private static final Duration WORKER_LIMIT = Duration.ofSeconds(10);
    private static final Duration SETTINGS_LIMIT = Duration.ofSeconds(15);

    /** A planned run on its system, as its files describe it before a cluster runs. */
    public record PreparedRun(PlannedRun planned, DriverChoice system, Workload workload, DriverConfig driver) {
        int number() {
            return planned.number();
        }

        RunEstimate estimate() {
            return RunEstimate.of(workload, driver.topics().replicas().orElse(1));
        }
    }

    /** Reads all input, and reports all its problems together. */
    public static RunInputs read(RunArguments arguments, Drivers drivers, Problems problems) {
        List<WorkloadSeries> files = new ArrayList<>();
        for (Path file : arguments.workloads()) {
            Path found = InstalledFile.find(file, problems);
            WorkloadFile.readAll(found, arguments.options().set(), problems).ifPresent(files::add);
        }
        if (!arguments.options().load().isEmpty()) {
            WorkloadFile.of(arguments.options().workload(), problems).ifPresent(files::add);
        }
        List<DriverChoice> systems = new ArrayList<>();
        List<FieldOption> described = arguments.options().driver();
        List<String> named = described.isEmpty() ? arguments.systems().names() : List.of();
        named.forEach(name -> DriverChoice.of(name, drivers, problems).ifPresent(systems::add));
        if (!described.isEmpty()) {
            DriverChoice.of(described, drivers, problems).ifPresent(systems::add);
        }
        check(systems, arguments.workers().addresses(), problems);
        if (arguments.workers().topology() != Topology.SWARM
                && arguments.workers().addresses().size() < 2) {
            problems.warning(
                    "-t",
                    arguments.workers().topology().key() + " has no effect with fewer than two workers: one does both");
        }
        int brokers = arguments.systems().brokers();
        if (brokers < 1 || brokers > MAX_BROKERS) {
            problems.error("--broker-count", "must be in [1, " + MAX_BROKERS + "], got " + brokers);
            problems.throwIfAny();
        }
        if (brokers > 1 && systems.stream().noneMatch(DriverChoice::isEmbedded)) {
            problems.warning("--broker-count", "has no effect without an embedded cluster");
        }
        files.forEach(series -> checkTogether(series, systems, arguments, problems));
        if (files.size() < Math.max(1, arguments.workloads().size()) || systems.size() < Math.max(1, named.size())) {
            problems.throwIfAny();
            throw new IllegalStateException("a file was neither read nor refused: " + arguments);
        }
        var plan = CampaignPlan.of(files, systems.size());
        Optional<CampaignFolder> resumed = checkFolders(arguments, plan, systems, problems);
        problems.throwIfAny();
        List<PreparedRun> runs = new ArrayList<>();
        List<PreparedRun> todo = new ArrayList<>();
        SortedMap<Integer, StoredResult> done = new TreeMap<>();
        for (PlannedRun planned : plan.runs()) {
            DriverChoice system = systems.get(planned.system());
            OnSystem on = on(system, planned.point(), brokers, new Problems()).orElseThrow();
            var run = new PreparedRun(planned, system, on.workload(), on.driver());
            runs.add(run);
            resumed.flatMap(folder -> folder.done(run, system.isEmbedded() ? brokers : 0))
                    .ifPresentOrElse(result -> done.put(run.number(), result), () -> todo.add(run));
        }
        var inputs = new RunInputs(arguments, systems, runs, todo, done, resumed, drivers);
        SystemPairs.check(inputs, problems);
        problems.throwIfAny();
        return inputs;
    }

    private static Optional<OnSystem> on(DriverChoice system, WorkloadPoint point, int brokers, Problems problems) {
        return point.driverChanges()
                .on(system.plannedConfig(brokers), system.factory(), problems)
                .flatMap(config -> point.on(system.argument(), config, problems));
    }

    private static void checkTogether(
            WorkloadSeries series, List<DriverChoice> systems, RunArguments arguments, Problems problems) {
        var found = new Problems();
        int brokers = arguments.systems().brokers();
        RunArguments.RunWorkers workers = arguments.workers();
        for (WorkloadPoint point : series.points()) {
            for (DriverChoice system : systems) {
                Optional<OnSystem> on = on(system, point, brokers, found);
                if (on.isEmpty()) {
                    continue;
                }
                OnSystem run = on.get();
                checkSections(series, run, system, arguments, found);
                workers.check(system.argument(), system.factory(), run.driver(), found);
                ClientChecks.check(series, run, system, found);
                int replicas = run.driver().topics().replicationFactor();
                if (system.isEmbedded() && replicas > brokers) {
                    found.error(series.problem(
                            point.driverChanges().lineOf("replicationFactor"),
                            "driver.replicationFactor",
                            "must be at most the number of brokers of the embedded cluster, " + brokers + ", got "
                                    + replicas + "; start more with --broker-count"));
                }
            }
        }
        problems.addNew(found);
    }

    private static void checkSections(
            WorkloadSeries series, OnSystem run, DriverChoice system, RunArguments arguments, Problems found) {
        int brokers = arguments.systems().brokers();
        var chosen = new Section.ChosenSystem(
                system.argument(), system.isEmbedded() ? brokers : 0, system.factory(), run.driver());
        for (Sections.Given<?> each : run.workload().run().sections().given()) {
            int before = found.errorCount();
            String field = each.section().field().name();
            int line = series.lines().getOrDefault(field, 0);
            Consumer<String> errors = why -> found.error(series.problem(line, field, why));
            each.check(chosen, errors, why -> found.warning(series.problem(line, field, why)));
            if (found.errorCount() == before) {
                long connections = (long) run.workload().producers()
                        * each.property(Section::connections).perProducer();
                checkOpenFiles(connections, chosen, arguments, errors);
            }
        }
    }

    /** Checks whether processes may open as many connections as all producers keep of their own. */
    private static void checkOpenFiles(
            long connections, Section.ChosenSystem system, RunArguments arguments, Consumer<String> errors) {
        if (connections == 0) {
            return;
        }
        OptionalLong limit = HostFacts.ofThisHost().openFilesLimit();
        int brokers = system.embeddedBrokers();
        if (system.isEmbedded()) {
            ConnectionLimit.problem("each embedded broker", (connections + brokers - 1) / brokers, limit)
                    .ifPresent(errors);
        }
        if (arguments.workers().addresses().isEmpty()) {
            ConnectionLimit.problem("this process", connections, limit).ifPresent(errors);
        }
    }

    /** Checks that results can be written; returns the folder of a campaign that is continued. */
    private static Optional<CampaignFolder> checkFolders(
            RunArguments arguments, CampaignPlan plan, List<DriverChoice> systems, Problems problems) {
        if (arguments.resume().isEmpty()) {
            arguments.output().ifPresent(output -> {
                if (plan.isCampaign()) {
                    CampaignFolder.check(output, plan.runs().size(), problems);
                } else {
                    checkOutput(output, problems);
                }
            });
            return Optional.empty();
        }
        if (arguments.output().isPresent()) {
            problems.error("-o", "has no place beside --resume, which names the folder; remove it");
        }
        return CampaignFolder.resume(arguments.resume().get(), plan.runs(), systems, problems);
    }

    public static void checkOutput(Path file, Problems problems) {
        if (!file.toString().endsWith(".json")) {
            problems.error("-o", "must end in .json, got " + file);
            return;
        }
        for (String ending :
                List.of(".json", ".hlog", ".journal.jsonl", ".search", ".search.json", ResultFile.PERCENTILES_ENDING)) {
            Path taken = Path.of(file.toString().replaceFirst("\\.json$", ending));
            if (Files.exists(taken)) {
                problems.error("-o", taken + " exists: results are not overwritten, move it away or name another file");
            }
        }
        CampaignFolder.checkCanCreate(file.toAbsolutePath().normalize().resolveSibling(""), problems);
    }

    private static void check(List<DriverChoice> systems, List<WorkerAddress> workers, Problems problems) {
        for (DriverChoice system : systems) {
            if (!workers.isEmpty() && system.factory().withinOneProcess()) {
                problems.error(
                        "-w",
                        "the driver " + system.factory().name()
                                + " keeps its topics in the memory of one process, which"
                                + " workers elsewhere cannot reach: leave -w out, or add --local if workers.yaml names them");
            }
            if (system.isEmbedded() && workers.stream().anyMatch(worker -> !worker.isLoopback())) {
                problems.error(
                        "-w",
                        "the embedded cluster listens on this host's loopback, which workers on other hosts cannot"
                                + " reach: name a driver file with -d, or add --local if workers.yaml names them");
            }
        }
    }

    RunEstimate estimate() {
        RunEstimate start = embedded()
                .map(any -> RunEstimate.ofClusterStart(arguments.systems().brokers()))
                .orElse(RunEstimate.NONE);
        return todo.stream().map(PreparedRun::estimate).reduce(start, RunEstimate::plus);
    }

    /** Returns the configuration of the first run on an embedded cluster; empty if no cluster is needed. */
    Optional<DriverConfig> embedded() {
        return todo.stream()
                .filter(run -> run.system().isEmbedded())
                .findFirst()
                .map(PreparedRun::driver);
    }

    /**
     * Connects to each system once. So a system that cannot be reached, or lacks a setting or feature of a run, costs
     * only seconds and leaves no files. The embedded cluster does not run yet, and a hook of its first run may start a
     * system.
     */
    void reachSystems() {
        Set<Integer> reached = new HashSet<>();
        SortedMap<Integer, String> clusters = new TreeMap<>();
        for (PreparedRun run : todo) {
            int system = run.planned().system();
            if (!reached.add(system) || hasHookBefore(run) || run.system().isEmbedded()) {
                continue;
            }
            try (Driver driver = run.system().factory().open(run.driver());
                    Admin admin = driver.openAdmin()) {
                admin.rightDriver(SETTINGS_LIMIT).ifPresent(right -> {
                    throw new DriverException(run.driver().ofAnotherSystem(right));
                });
                requireSettings(system, admin);
                Optional.ofNullable(admin.facts(SETTINGS_LIMIT).get("cluster.id"))
                        .ifPresent(id -> clusters.put(system, id));
            }
        }
        SystemPairs.requireClustersOfTheirOwn(this, clusters);
    }

    /**
     * Connects to each worker once, so that one that does not listen leaves no files. A hook of the first run may start
     * the workers.
     */
    void reachWorkers() {
        if (todo.stream().limit(1).anyMatch(this::hasHookBefore)) {
            return;
        }
        for (WorkerAddress worker : arguments.workers().addresses()) {
            try (var socket = new Socket()) {
                socket.connect(worker.socketAddress(), (int) WORKER_LIMIT.toMillis());
            } catch (IOException e) {
                String why = e instanceof UnknownHostException ? "its name is unknown" : String.valueOf(e.getMessage());
                throw new DriverException(Workers.unreachable(worker.toString(), why));
            }
        }
    }

    private boolean hasHookBefore(PreparedRun run) {
        return arguments.hooks() && !run.workload().run().hooks().beforeRun().isEmpty();
    }

    /**
     * Returns the name of the driver that the brokers of {@code -b} need, if no option names a driver; empty if it is the
     * one that is planned, or the system is unknown.
     */
    Optional<String> driverOfBrokers() {
        if (arguments.options().driver().isEmpty()
                || !arguments.systems().names().equals(List.of(SystemOptions.EMBEDDED))) {
            return Optional.empty();
        }
        DriverChoice system = systems.get(0);
        try (Driver driver = system.factory().open(system.config().orElseThrow());
                Admin admin = driver.openAdmin()) {
            return admin.rightDriver(SETTINGS_LIMIT)
                    .filter(name -> drivers.find(name).isPresent());
        }
    }

    private void requireSettings(int system, Admin admin) {
        Set<String> names = new TreeSet<>();
        todo.stream()
                .filter(run -> run.planned().system() == system)
                .forEach(run -> names.addAll(run.driver().clusterConfig().keySet()));
        if (!names.isEmpty()) {
            admin.clusterSettings().ifPresent(settings -> settings.read(names, SETTINGS_LIMIT));
        }
    }

    /** Returns the folder for the results of several runs; empty if it is one run. */
    Optional<CampaignFolder> folder(ResultNames names) {
        if (resumed.isPresent() || runs.size() == 1) {
            return resumed;
        }
        List<String> workloads = runs.stream()
                .map(run -> run.planned().series().name())
                .distinct()
                .toList();
        Path path =
                arguments.output().orElseGet(() -> names.folder(workloads.size() == 1 ? workloads.get(0) : "campaign"));
        return Optional.of(CampaignFolder.create(
                path, runs.stream().map(PreparedRun::planned).toList(), systems));
    }

    /** Returns the remaining runs, in the folder of {@link #folder}, with the embedded cluster if one is needed. */
    List<CampaignRun> campaign(Optional<EmbeddedCluster> embedded, Optional<CampaignFolder> folder, ResultNames names) {
        List<CampaignRun> campaign = new ArrayList<>();
        for (PreparedRun run : todo) {
            PlannedRun planned = run.planned();
            DriverChoice system = run.system();
            Optional<EmbeddedCluster> cluster = embedded.filter(any -> system.isEmbedded());
            Workload workload = run.workload();
            DriverConfig config =
                    cluster.map(each -> each.driverConfig(run.driver())).orElse(run.driver());
            campaign.add(new CampaignRun(
                    planned.number(),
                    place(planned, folder),
                    workload,
                    arguments.hooks() ? workload.run().hooks() : Hooks.NONE,
                    new MeasuredSystem(
                            config,
                            system.factory(),
                            drivers.path(system.factory().name())
                                    .map(Path::toString)
                                    .orElse(""),
                            system.isEmbedded() ? arguments.systems().brokers() : 0,
                            deviations(cluster, config),
                            system.isEmbedded() ? List.of(EMBEDDED) : List.of(),
                            () -> cluster.ifPresent(each -> each.prepare(config)),
                            cluster.flatMap(EmbeddedCluster::faults)),
                    folder.map(of -> names.within(
                                    of.path(),
                                    workload.name(),
                                    system.label() + (planned.isDiscarded() ? "-discarded" : "")))
                            .or(arguments::output)
                            .orElseGet(() -> names.next(
                                    planned.point().given().set().getOrDefault("name", ""),
                                    planned.series().file(),
                                    system.label()))));
        }
        return campaign;
    }

    private static CampaignPlace place(PlannedRun run, Optional<CampaignFolder> folder) {
        GivenFields given = run.point().given();
        return folder.map(of ->
                        new CampaignPlace(of.index().campaign(), run.point().changes(), run.repeat(), given))
                .orElseGet(() -> new CampaignPlace("", Map.of(), 1, given));
    }

    /** Returns deviations of an embedded cluster from a system's defaults, as facts about it. */
    private static Map<String, String> deviations(Optional<EmbeddedCluster> embedded, DriverConfig config) {
        Map<String, String> facts = new TreeMap<>();
        embedded.ifPresent(cluster ->
                cluster.deviations(config).forEach((setting, value) -> facts.put("embedded." + setting, value)));
        return facts;
    }
}
