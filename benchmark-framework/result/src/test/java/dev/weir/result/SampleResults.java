package dev.weir.result;

import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditRange;
import dev.weir.audit.AuditResult;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.measure.Snapshot;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Clocks.ClockMode;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Harness.HarnessResult;
import dev.weir.result.document.Provenance.ClusterSettingResult;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.document.RunClients.ConsumerResult;
import dev.weir.result.document.RunClients.PartitionResult;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.FeatureParts;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.value.Moment;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import dev.weir.workload.goal.Threshold;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Results for tests, with figures small enough to be worked out by hand. */
public final class SampleResults {
    /** A finished result, for the tests of all modules of the framework. */
    public static final Path FILE =
            Path.of("..", "result", "src", "test", "resources", "dev", "weir", "result", "stored", "result-v1.json");

    private static final Calibration CALIBRATION = new Calibration(
            "1.2.3",
            "2023-11-14T22:13:20Z",
            new Calibration.CalibratedHost(2, "m", "j"),
            new Calibration.MessageCost(8e6, 110),
            new Calibration.ScheduleError(1, 2),
            new Calibration.ClockCost(3, 22, 9000, 5),
            OptionalDouble.of(2e6));

    private static final CampaignPlace PLACE =
            new CampaignPlace("ladder-2026-11-21-10-00-00", Map.of("producerRate", "1000"), 2, GivenFields.NONE);

    private SampleResults() {}

    /** A run of two intervals of a second, see {@link #measuredSnapshot}. */
    public static RunResult valid(Path folder) {
        var stretch = new TimeRange(Snapshots.START, Snapshots.START + Snapshots.SECOND);
        return withThresholds(
                folder,
                List.of(
                        threshold("audit.reordered <= 1", 1, Optional.empty()),
                        threshold("achievedRate >= 90", 98, Optional.of(stretch))));
    }

    /** The same with thresholds. */
    public static RunResult withThresholds(Path folder, List<ThresholdCheck> thresholds) {
        return withThresholds(folder, PLACE, thresholds);
    }

    /** The same at another place in a campaign. */
    public static RunResult withThresholds(Path folder, CampaignPlace place, List<ThresholdCheck> thresholds) {
        return of(folder, place, Workloads.small().build(), "", false, List.of(), List.of(), thresholds);
    }

    /** One that was judged. */
    public static ThresholdCheck threshold(String condition, double value, Optional<TimeRange> when) {
        Optional<Duration> length = when.map(stretch -> Duration.ofNanos(stretch.endNanos() - stretch.beginNanos()));
        var threshold = new Threshold(Workloads.condition(condition), length, false, Duration.ZERO);
        return ThresholdCheck.of(threshold, false, ThresholdCheck.Figure.of(value), when);
    }

    /** One that could not be judged. */
    public static ThresholdCheck notJudged(String condition, boolean byDefault) {
        var unknown = ThresholdCheck.Figure.unknown("the run failed");
        return ThresholdCheck.of(Threshold.of(Workloads.condition(condition)), byDefault, unknown, Optional.empty());
    }

    /** As OMB writes times: so many seconds after the sample's begin, by this host's clock on the wall. */
    public static String localTime(int seconds) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss")
                .format(Instant.parse("2023-11-14T22:13:20Z")
                        .plusSeconds(seconds)
                        .atZone(ZoneId.systemDefault()));
    }

    /** The same with another end. */
    public static RunResult of(
            Path folder,
            Workload workload,
            String failure,
            boolean interrupted,
            List<Reason> reasons,
            List<Finding> findings) {
        return of(folder, PLACE, workload, failure, interrupted, reasons, findings, List.of());
    }

    private static RunResult of(
            Path folder,
            CampaignPlace place,
            Workload workload,
            String failure,
            boolean interrupted,
            List<Reason> reasons,
            List<Finding> findings,
            List<ThresholdCheck> thresholds) {
        var run = new RunIdentity("0a1b2c3d", "bin/benchmark x.yaml", "1.2.3", Snapshots.START, place);
        IntervalStore store = store(folder, workload);
        long endNanos = Snapshots.START + 90 * Snapshots.SECOND;
        var setup = new RunSetup(
                Topology.ENSEMBLE, List.of("host:1"), 0, "/drivers/x.jar", "3.9", Map.of("branch", "main"));
        var producer = new TreeMap<>(Map.of("linger.ms", "0", "password", "hush", "bootstrap.servers", "there:1"));
        var settings = new ClientSettings("none 1.2.3", new TreeMap<>(), producer, new TreeMap<>());
        var header = new RunHeader(run, setup, Map.of("host", "h"), workload, DriverConfig.of("none"), settings);
        List<Worker> workers = List.of(worker(store));
        var blocks = new AuditResult.Blocks(
                6, 7, 2, 0, List.of(new AuditRange(4, 1024, 3071)), List.of(new AuditExample("lost", 4, 2000, 0)));
        var totals = new AuditResult.Totals(5000, 3, 20, 4990, 0);
        var violations = new AuditResult.Violations(10, 2, OptionalLong.of(1), 3, 0);
        var audit = new AuditResult(true, true, 1, totals, violations, blocks);
        var course = new RunDetails.RunCourse(
                header.course(endNanos),
                List.of(PhaseSpan.of(Phase.MEASUREMENT, Snapshots.START, Snapshots.START + 2 * Snapshots.SECOND)),
                List.of(RunEvent.of(EventKind.LOAD_CHANGED, Snapshots.START + Snapshots.SECOND, "500 messages wait")),
                store.parts());
        var measurements = new RunMeasurements(
                RunMeasurements.latencies(store.measured(), OptionalLong.of(900), workers),
                header.requests(clients()),
                store.intervals());
        var facts = RunChecks.DurabilityFact.of(durability());
        var checks = new RunChecks(Optional.of(Audit.of(audit)), thresholds, facts, Optional.of(clocks()));
        var origin = new RunDetails.RunOrigin(header.provenance(Map.of("kafka", "4.3.1"), clusterConfig()), List.of());
        Optional<Throughput> throughput = Optional.of(Throughput.of(store.intervals()));
        var load = new RunDetails.RunLoad(header.payload(), throughput, OptionalLong.of(0), OptionalLong.of(0));
        var harness = new HarnessResult("host:1", observed(), Optional.of(CALIBRATION));
        var details = new RunDetails(
                new RunDetails.RunVerdict(reasons, findings, Optional.of(failure), interrupted),
                course,
                load,
                measurements,
                checks,
                new RunDetails.RunInstrument(workers, Optional.of(Harness.of(List.of(harness)))),
                clients(),
                origin,
                FeatureParts.NONE);
        return header.result(endNanos, store.ombSeries(), store.measured(), audit, details);
    }

    private static Clocks clocks() {
        Map<String, LatencySummary> latency =
                LatencySummary.byName(measuredSnapshot(0).measured());
        return new Clocks(
                ClockMode.CORRECTED.key(),
                "the clock of worker host:1 was 0.000 ms behind",
                OptionalLong.of(900),
                List.of(new Clocks.WorkerClock("host:1", -5, 0.25, 0.5, 450)),
                List.of(new Clocks.Step("host:1", new Moment(Snapshots.START), 2_000_000)),
                Optional.of(latency),
                Optional.of(latency));
    }

    private static Worker worker(IntervalStore store) {
        var loss = new Worker.WorkerLoss("2026-01-01T00:00:02Z", "gone", 1, "2026-01-01T00:00:01Z", 500);
        return new Worker(
                "host:1",
                Map.of("cores", 2),
                2,
                2,
                1,
                Optional.of(store.total()),
                -5,
                12,
                OptionalDouble.of(1.5),
                OptionalLong.of(20),
                250_000,
                70_000,
                Optional.of(loss));
    }

    private static List<ClusterSettingResult> clusterConfig() {
        String name = "log.retention.ms";
        String before = "604800000 (default)";
        return List.of(new ClusterSettingResult(name, name, "600000", before, "600000", before, true));
    }

    /** Of one thing it is known from the topics, of another it is not known. */
    public static Durability durability() {
        return new Durability(List.of(
                DurabilityItem.of(DurabilityKey.ACKS, "all", DurabilitySource.DRIVER_FILE),
                new DurabilityItem(DurabilityKey.MIN_INSYNC_REPLICAS, "2", DurabilitySource.SYSTEM, "a majority"),
                DurabilityItem.unknown(DurabilityKey.FSYNC, "the cluster decides"),
                DurabilityItem.of(DurabilityKey.CLIENT_GC, "G1", DurabilitySource.WORKER)));
    }

    /** A run that failed before it reached the system. */
    public static RunResult withoutFigures(Path folder) {
        RunResult valid = valid(folder);
        RunSetup setup = valid.header().setup();
        ClientSettings settings = ClientSettings.asWritten(valid.driver());
        return new RunHeader(valid.run(), setup, Map.of(), valid.workload(), valid.driver(), settings)
                .notStarted(valid.endNanos(), "no answer");
    }

    /** A second with something of everything. */
    private static ProcessTally observed() {
        var observation = new Observation(
                100,
                List.of(new Pause(Snapshots.START, 2_000_000)),
                List.of(new Pause(Snapshots.START, 1_000_000)),
                0,
                Optional.of(new CpuUse(0.9, 0.06, 1, 1)),
                new ControlGroupUse(
                        Optional.of(new ControlGroupUse.Cpu(2, OptionalDouble.of(0.97), 10, 1, 5)),
                        Optional.of(new ControlGroupUse.Memory(1_000, 950, 3, 0))),
                new NetworkUse(List.of(new NetworkUse.LinkUse("eth0", 950, 10, 1, OptionalLong.of(1_000))), 100, 2, 0),
                0);
        return ProcessTally.NONE.plus(
                observation, new TimeRange(Snapshots.START, Snapshots.START + Snapshots.SECOND), 0);
    }

    private static RunClients clients() {
        Map<String, LatencySummary> latency =
                LatencySummary.byName(measuredSnapshot(0).measured());
        var sender = new ClientOrigin("host:1", "producer-0");
        var sent = new Counts(200, 196, 4, 0, 0, 0);
        var requests = Optional.of(new RequestCounts(20, 1, 5, 50, 5_000, 1));
        Map<String, Double> ofProducer = Map.of("batch-size-avg", 16_384.0);
        var receiver = new ClientOrigin("host:1", "consumer-0");
        var received = new Counts(0, 0, 0, 180, 2, 0);
        Map<String, Double> ofConsumer = Map.of("fetch-size-avg", 65_536.0);
        return new RunClients(
                List.of(new ProducerResult(0, sender, "t", sent, 3, requests, latency, ofProducer)),
                List.of(new ConsumerResult(0, receiver, "t", 0, received, 1, latency, ofConsumer)),
                List.of(new SubscriptionResult(
                        0,
                        Optional.empty(),
                        90,
                        OptionalDouble.of(120),
                        OptionalLong.of(16),
                        OptionalLong.of(4),
                        latency,
                        Optional.empty())),
                List.of(
                        PartitionResult.of("t", 0, new PartitionFigures(0, 180, 160, 320_000, 9_000)),
                        PartitionResult.of("t", 0, new PartitionFigures(1, 0, 0, 0, Long.MIN_VALUE))));
    }

    private static IntervalStore store(Path folder, Workload workload) {
        var listener = new Snapshots.NoListener() {
            @Override
            public OptionalDouble targetMessagesPerSecond(Interval interval) {
                return OptionalDouble.of(workload.producerRate());
            }
        };
        try (var journal = new Journal(folder.resolve("sample"), Snapshots.START)) {
            int subscriptions = workload.subscriptions().count();
            var store = new IntervalStore(List.of("host:1"), subscriptions, 1, journal, listener);
            store.phaseBegins(Phase.MEASUREMENT, 0);
            store.add(0, measuredSnapshot(0));
            store.add(0, measuredSnapshot(1));
            store.finish(known -> new LatencySet());
            return store;
        }
    }

    /**
     * 100 messages sent, 98 acknowledged, 2 failed, 90 received in a second. Half of the latencies are as given here, half
     * are twice that; all below 2,048 ns, where a histogram of 3 digits is exact.
     */
    public static Snapshot measuredSnapshot(long number) {
        var measured = new LatencySet();
        record(measured, Latency.PUBLISH_RESPONSE, 900);
        record(measured, Latency.PUBLISH_SERVICE, 1000);
        record(measured, Latency.SEND_DELAY, 500);
        record(measured, Latency.SEND_CALL, 200);
        record(measured, Latency.END_TO_END_RESPONSE, 950);
        record(measured, Latency.END_TO_END_SERVICE, 800);
        return Snapshots.of(number, new Counts(100, 10_000, 98, 2, 90, 9_000, 1, 0), measured);
    }

    private static void record(LatencySet set, Latency latency, long nanos) {
        set.of(latency).values().record(nanos, 49);
        set.of(latency).values().record(2 * nanos, 49);
    }
}
