package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.driver.config.DriverConfig;
import dev.weir.pacing.Arrivals;
import dev.weir.pacing.Pacer;
import dev.weir.pacing.PacingPrecision;
import dev.weir.pacing.Schedule;
import dev.weir.pacing.SendTimer;
import dev.weir.plan.RunEstimate;
import dev.weir.plan.RunPlan;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.load.Rate;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.ScalarType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every number and time of a workload file at its limits and beyond them: it is refused with its field, or the plan and the
 * first second of the load are what the file asks for.
 */
@Tag("slow")
class NumericFieldsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;

    private static final String BASE = """
            topics: 1
            partitionsPerTopic: 8
            producersPerTopic: 2
            messageSize: 100
            producerRate: 2000
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
            warmupDuration: 1s
            testDuration: 1m
            """;

    /** Fields that need others beside them, as their part of a file. */
    private static final Map<String, String> BESIDE = """
            topics | topics: VALUE; partitionsPerTopic: 1; producersPerTopic: 1
            randomBytesRatio | randomBytesRatio: VALUE; useRandomizedPayloads: true; randomizedPayloadPoolSize: 2
            randomizedPayloadPoolSize | randomizedPayloadPoolSize: VALUE; useRandomizedPayloads: true; randomBytesRatio: 0.5
            connectionRate | connectionRate: VALUE; connectionsPerProducer: 8
            inFlight | inFlight: VALUE; mode: closed; producerRate: max
            burstPeriod | burstPeriod: VALUE; arrival: burst
            backlogDrainRatio | backlogDrainRatio: VALUE; consumerBacklogSizeGB: 0.001
            backlogProducerRate | backlogProducerRate: VALUE; consumerBacklogSizeGB: 0.001
            drainProducerRate | drainProducerRate: VALUE; consumerBacklogSizeGB: 0.001
            backlogRemoteRatio | backlogRemoteRatio: VALUE; consumerBacklogSizeGB: 0.001
            count | count: VALUE; transactionBenchmark: send
            keys. | keys: {NAME: VALUE}
            retention. | retention: {NAME: VALUE}
            subscriptions. | subscriptions: [{name: one, NAME: VALUE}]
            subscriptions.releaseRatio | subscriptions: [{name: one, type: share, acknowledgement: explicit, NAME: VALUE}]
            subscriptions.rejectRatio | subscriptions: [{name: one, type: share, acknowledgement: explicit, NAME: VALUE}]
            subscriptions.expiryRatio | subscriptions: [{name: one, type: share, acknowledgement: explicit, NAME: VALUE}]
            subscriptions.processingConcurrency | subscriptions: [{name: one, type: share, acknowledgement: explicit, NAME: VALUE}]
            subscriptions.startAfter | subscriptions: [{name: one}, {name: two, startAfter: VALUE}]
            thresholds. | thresholds: [{condition: failed == 0, NAME: VALUE}]
            thresholds.after | thresholds: [{condition: failed == 0, abort: true, after: VALUE}]
            search. | search: {NAME: VALUE}
            search.most | search: {start: 0.000001, most: VALUE}
            search.criteria. | search: {criteria: [{condition: failed == 0, NAME: VALUE}]}
            search.criteria.after | search: {criteria: [{condition: failed == 0, abort: true, after: VALUE}]}
            transactions. | transactions: {NAME: VALUE}
            pipeline. | pipeline: {NAME: VALUE}
            hooks. | hooks: {beforeRun: 'true', NAME: VALUE}
            faults.at | faults: [{at: VALUE, action: pause, duration: 1s}]
            faults.broker | faults: [{at: 1s, action: pause, duration: 1s, broker: VALUE}]
            faults.duration | faults: [{at: 1s, action: pause, duration: VALUE}]
            members.at | members: [{at: VALUE, action: leave}]
            members.count | members: [{at: 1s, action: leave, count: VALUE}]
            members.for | members: [{at: 1s, action: stop, for: VALUE}]
            producerRateList.at | producerRateList: [{at: 0s, rate: 1}, {at: VALUE, rate: 5}]
            producerRateList.rate | producerRateList: [{at: 0s, rate: VALUE}, {at: 1s, rate: 5}]
            """.lines()
            .map(line -> line.split(" \\| ", -1))
            .collect(Collectors.toMap(row -> row[0], row -> row[1].replace("; ", "\n") + "\n"));

    /** Fields of the base file that cannot stand beside a field. */
    private static final Map<String, List<String>> REPLACED = Map.of(
            "search", List.of("producerRate"),
            "producerRateList", List.of("producerRate"),
            "subscriptions", List.of("subscriptionsPerTopic", "consumerPerSubscription"),
            "warmupDurationMinutes", List.of("warmupDuration"),
            "testDurationMinutes", List.of("testDuration"),
            "count",
                    BASE.lines()
                            .map(line -> line.substring(0, line.indexOf(':')))
                            .filter(each -> !each.equals("producersPerTopic"))
                            .toList());

    @TempDir
    Path folder;

    static List<String> fields() {
        List<String> paths = new ArrayList<>();
        collect(WorkloadFields.TABLE, "", paths);
        paths.addAll(List.of("producerRateList.at", "producerRateList.rate"));
        return paths;
    }

    private static void collect(FieldTable table, String within, List<String> paths) {
        for (Field<?> field : table.fields().values()) {
            String path = within + field.name();
            if (field.type() instanceof ScalarType<?> scalar
                    && (scalar.isNumeric() || scalar instanceof ScalarType.Time)) {
                paths.add(path);
            }
            field.type().inside().ifPresent(inner -> collect(inner, path + ".", paths));
        }
    }

    /** Limits of the fields, numbers next to them and far from them, and times of all sizes. */
    private static List<String> values() {
        return List.of(("-1 0 1 9 100 10000 1000000 1000001 2147483648 9223372036854775807 9223372036854775808 "
                        + "1e-300 1e-11 0.000001 0.5 1e9 1e300 0s 1ns 1ms 100ms 1s 1m 1h 8784h 8785h 99999999h "
                        + "999999999d")
                .split(" "));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void isRefusedOrMakesTheLoadThatTheFileAsksFor(String path) throws IOException {
        List<String> accepted = new ArrayList<>();
        for (String value : values()) {
            Path file = Files.writeString(folder.resolve("workload.yaml"), file(path, value));
            var problems = new Problems();
            Optional<WorkloadSeries> series = WorkloadFile.readAll(file, problems);
            if (!problems.errors().isEmpty()) {
                assertThat(problems.errors())
                        .as("%s: %s", path, value)
                        .allSatisfy(each -> assertThat(each.line()).isPositive())
                        .extracting(Problem::field)
                        .isNotEmpty();
                continue;
            }
            accepted.add(value);
            for (WorkloadPoint point : series.orElseThrow().points()) {
                checkPlan(point.workload(), path + ": " + value);
            }
        }
        assertThat(accepted).as("accepted values of %s", path).isNotEmpty();
    }

    /** A file with this field, and without what it stands for. */
    private static String file(String path, String value) {
        String name = path.substring(path.lastIndexOf('.') + 1);
        String within = path.substring(0, path.length() - name.length());
        String part = Optional.ofNullable(BESIDE.get(path))
                .or(() -> Optional.ofNullable(within.isEmpty() ? "NAME: VALUE\n" : BESIDE.get(within)))
                .orElseThrow(() -> new AssertionError("give BESIDE a part of a file with the field " + path));
        String top = within.isEmpty() ? name : within.substring(0, within.indexOf('.'));
        Stream<String> others = BASE.lines().filter(line -> {
            String field = line.substring(0, line.indexOf(':'));
            return !part.replace("NAME", name).matches("(?s)(.*\\n)?" + field + ":.*")
                    && !REPLACED.getOrDefault(top, List.of()).contains(field);
        });
        return part.replace("NAME", name).replace("VALUE", value) + others.collect(Collectors.joining("\n", "", "\n"));
    }

    private static void checkPlan(Workload workload, String what) {
        RunEstimate estimate = RunEstimate.of(workload, 3);
        assertThat(estimate.bytes()).as(what).isFinite().isNotNegative();
        assertThat(DurationText.of(estimate.time())).as(what).doesNotContain("-");
        assertThat(EffectiveFiles.of(workload)).as(what).isNotEmpty();
        long clients = (long) workload.topics().count()
                * (workload.topics().partitionsPerTopic()
                        + workload.topics().producersPerTopic()
                        + (long) workload.subscriptions().count()
                                * workload.subscriptions().mostConsumers());
        if (clients > 100_000) {
            // A plan is a list of them, in which nothing is computed.
            return;
        }
        RunPlan plan = RunPlan.of(workload, DriverConfig.of("none"), "0a1b2c3d", 2, Topology.SWARM);
        if (workload.load().isScheduled() && Double.isFinite(workload.producerRate())) {
            checkBegin(workload, plan, what);
        }
    }

    /** The begin of the load sends no more messages than its rate makes in the whole measurement. */
    private static void checkBegin(Workload workload, RunPlan plan, String what) {
        double rate = workload.load().rate() instanceof Rate.Curve curve
                ? Math.max(1, curve.atBegin())
                : workload.producerRate();
        Duration test = workload.timing().test().orElse(Duration.ofHours(1));
        double due = rate * test.toNanos() / 1e9;
        long span = (long) Math.min((double) Math.min(SECOND, test.toNanos()), 1e5 / rate * SECOND);
        int producers = plan.assignments().get(0).totalProducers();
        var schedule = new Schedule(START, rate);
        schedule.end(START + span);
        var clock = new ManualClock(START + span);
        long sent = 0;
        for (int producer = 0; producer < producers; producer++) {
            var pacer = new Pacer(
                    schedule,
                    arrivals(workload, producer, producers),
                    new SendTimer(clock, new PacingPrecision(0, 0)),
                    Pacer.NEVER_SKIP,
                    NONE_LEFT_OUT);
            while (sent <= due + 1 && pacer.awaitNext(clock.epochNanos())) {
                assertThat(pacer.intendedNanos()).as(what).isBetween(START, START + span);
                sent++;
            }
        }
        assertThat((double) sent).as("messages at the begin, %s", what).isLessThanOrEqualTo(due + 1);
    }

    private static Arrivals arrivals(Workload workload, int producer, int producers) {
        var shape = workload.load().shape();
        return switch (shape.arrival()) {
            case UNIFORM -> Arrivals.uniform(producer, producers, workload.messagesAtOnce());
            case BURST -> Arrivals.bursts(producer, producers, workload.messagesAtOnce(), shape.burstPeriodNanos());
            case POISSON ->
                Arrivals.poisson(
                        producers,
                        workload.messagesAtOnce(),
                        segment -> new SplittableRandom(31L * producer + segment));
        };
    }

    private static final Pacer.LeftOut NONE_LEFT_OUT = new Pacer.LeftOut() {
        @Override
        public long boundaryNanos() {
            return START;
        }

        @Override
        public void leftOut(long messages, long lastIntendedNanos, long nowNanos) {
            throw new AssertionError(messages + " messages were left out");
        }
    };
}
