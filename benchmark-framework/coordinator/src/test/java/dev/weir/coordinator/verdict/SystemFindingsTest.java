package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.verdict.LoadRecord.SenderLimit;
import dev.weir.coordinator.verdict.SystemFindings.RateTolerance;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.driver.config.DriverConfig;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.plan.RunPlan;
import dev.weir.result.Snapshots;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten seconds at a target of 1,000 messages a second, made up message by message. */
class SystemFindingsTest {
    private static final int SECONDS = 10;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    private double target = 1000;
    private Workload workload = workload(LoadShape.UNIFORM);
    private double sendersLimit = 1000;
    private long surplus;
    private long lost;
    private List<Long> lostOrUnknown = List.of(0L, 0L);
    private WorkerLosses losses = new WorkerLosses(List.of());
    private Journal journal;
    private IntervalStore store;

    @BeforeEach
    void begin() {
        journal = new Journal(folder.resolve("run"), 0);
        store = new IntervalStore(List.of("worker"), 1, 1, journal, new IntervalStore.Listener() {
            @Override
            public void tick(Interval tick) {}

            @Override
            public void interval(Interval interval) {}

            @Override
            public OptionalDouble targetMessagesPerSecond(Interval interval) {
                return OptionalDouble.of(target);
            }

            @Override
            public long surplusDeliveries() {
                return surplus;
            }
        });
        store.phaseBegins(Phase.MEASUREMENT, 0);
    }

    @AfterEach
    void end() {
        journal.end();
        journal.close();
    }

    /** Messages a second, those of the last second, and by how much the backlog grows in all. */
    @ParameterizedTest
    @CsvSource({
        "1000, 1000, 1000, 1000, 1000, 1000, 0, ''",
        "1000, 1000, 900, 900, 900, 900, 0, LOAD_NOT_MET 100",
        // What the senders could not send is no finding of the system's.
        "1000, 900, 900, 900, 900, 900, 0, ''",
        // Consumers fall behind by 5 % of it each second, until half a second's load is outstanding: two findings.
        "1000, 1000, 1000, 950, 1000, 950, 500, 'DELIVERY_NOT_MET 50, DELIVERY_NOT_MET 50'",
        // What is in flight for a tenth of a second at the end is no backlog.
        "1000, 1000, 1000, 1000, 1000, 900, 100, ''",
        // One message that is acknowledged after the measurement is 3.3 % of them, and no missing rate.
        "3, 3, 3, 3, 2, 1, 1, ''",
        // A rate is missing however small the load is: half of a few messages, and none of very few.
        "3, 3, 1, 1, 1, 1, 0, LOAD_NOT_MET 2",
        "0.4, 0.4, 0, 0, 0, 0, 0, LOAD_NOT_MET 0"
    })
    void findsLoadAndDeliveryThatAreNotMet(
            double perSecond,
            double sendable,
            long acknowledged,
            long received,
            long lastAcknowledged,
            long lastReceived,
            long growth,
            String expected) {
        load(perSecond, LoadShape.UNIFORM);
        sendersLimit = sendable;
        for (int second = 0; second < SECONDS - 1; second++) {
            second(acknowledged, received);
        }
        second(lastAcknowledged, lastReceived);

        assertThat(findings(growth).stream()
                        .map(each -> each.code() + " " + each.count())
                        .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }

    /** A hundredth of a long load, what is in flight for a tenth of a second in a short one, and never more than half. */
    @ParameterizedTest
    @CsvSource({"1000, 600, 6000", "10000, 5, 1000", "10, 5, 5", "2, 2, 2"})
    void toleratesWhatIsInFlightAndAHundredthButNeverMoreThanHalf(double perSecond, double seconds, double messages) {
        assertThat(RateTolerance.messages(workload, perSecond, seconds)).isCloseTo(messages, within(1e-9 * messages));
    }

    /** Of a Poisson process with a mean of 1,000 messages, 5 % of the runs have fewer than 948. */
    @Test
    void fewerArrivalsByChanceAreNoMissingRate() {
        load(100, new LoadShape(Arrival.POISSON, 1, false, 0, OptionalLong.empty()));
        seconds(94, 94);
        assertThat(findings(0)).isEmpty();

        load(100, LoadShape.UNIFORM);
        assertThat(findings(0)).extracting(Finding::code).containsExactly(FindingCode.LOAD_NOT_MET);
    }

    private void load(double messagesPerSecond, LoadShape shape) {
        target = messagesPerSecond;
        sendersLimit = messagesPerSecond;
        workload = workload(shape);
    }

    private Workload workload(LoadShape shape) {
        return Workloads.small()
                .rates(target, target)
                .shape(shape)
                .durations(Duration.ZERO, Duration.ofSeconds(SECONDS))
                .build();
    }

    @Test
    void messagesOfAbortedTransactionsCountForTheTarget() {
        for (int second = 0; second < SECONDS; second++) {
            second(new Counts(new Counts.Sends(1000, 0, 750, 0, 250), new Counts.Receipts(750, 0, 0, 0, 0)));
        }

        assertThat(findings(0)).isEmpty();
    }

    @Test
    void aSystemIsJudgedByWhatTheSendersCouldSend() {
        sendersLimit = 900;
        seconds(600, 600);

        assertThat(findings(0)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.LOAD_NOT_MET);
            assertThat(finding.count()).isEqualTo(300);
            assertThat(finding.text()).contains("600 of 900", "that the senders could send");
        });
    }

    /** Each message of the second half of a second arrives twice, and the first half not at all. */
    @Test
    void duplicatesDoNotHideTheBacklog() {
        for (int second = 0; second < SECONDS; second++) {
            surplus += 500;
            second(1000, 1000);
        }

        assertThat(store.intervals().get(SECONDS - 1).backlogMessages()).isEqualTo(5000);
        assertThat(findings(5000))
                .extracting(Finding::code)
                .containsExactly(FindingCode.DELIVERY_NOT_MET, FindingCode.DELIVERY_NOT_MET);
    }

    /** What the consumers of a worker received that stood still in the measurement is late because of the worker. */
    @ParameterizedTest
    @CsvSource({"false, 2", "true, 0"})
    void aStandstillHidesABacklogOnlyIfItIsInTheMeasurement(boolean isMeasured, int findings) {
        losses = new WorkerLosses(RunPlan.of(workload, DriverConfig.of("none"), "r", 1, Topology.SWARM)
                .assignments());
        losses.standstills()
                .stood(
                        new WorkerLink(0, "w"),
                        new Pause(0, 2 * SECOND),
                        range -> isMeasured ? Optional.of(range) : Optional.empty());
        seconds(1000, 950);

        assertThat(findings(500)).hasSize(findings).allMatch(finding -> finding.code() == FindingCode.DELIVERY_NOT_MET);
    }

    @Test
    void lostMessagesAreNoBacklog() {
        lost = 500;
        lostOrUnknown = List.of(lost);
        seconds(1000, 950);

        assertThat(findings(500)).extracting(Finding::code).containsExactly(FindingCode.MESSAGES_LOST);
    }

    /** The run ends before the other subscription begins: what it would have received is unknown. */
    @ParameterizedTest
    @CsvSource({"0, 0", "500, 2"})
    void aSubscriptionThatBeginsLaterIsNotBehindAndHidesNoOther(long growth, int findings) {
        workload = Workloads.small()
                .durations(Duration.ZERO, Duration.ofSeconds(SECONDS))
                .subscriptions(
                        new Subscription("tail", 1, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of()),
                        new Subscription("late", 1, StartPosition.EARLIEST, OptionalLong.of(600 * SECOND), 0, Map.of()))
                .build();
        lostOrUnknown = List.of(0L, SECONDS * 1000L);
        seconds(1000, 1000 - growth / SECONDS);

        assertThat(findings(growth, SECONDS * 1000))
                .hasSize(findings)
                .allSatisfy(each -> assertThat(each.text()).doesNotContain("subscription 1"));
    }

    private void seconds(long acknowledged, long received) {
        for (int second = 0; second < SECONDS; second++) {
            second(acknowledged, received);
        }
    }

    private void second(long acknowledged, long received) {
        second(new Counts(acknowledged, acknowledged, 0, received, 0, 0));
    }

    private void second(Counts counts) {
        store.add(0, Snapshots.of(store.ticks(), counts, new LatencySet()));
    }

    /** @param backlogGrowths by the number of the subscription */
    private List<Finding> findings(long... backlogGrowths) {
        long acknowledged = store.total().sends().acknowledged();
        var audit = new AuditResult(
                true,
                true,
                1,
                new AuditResult.Totals(acknowledged, 0, 0, acknowledged - lost, 0),
                new AuditResult.Violations(lost, 0, OptionalLong.of(0), 0, 0),
                new AuditResult.Blocks(0, 0, 0, 0, List.of(), List.of()));
        List<SubscriptionResult> subscriptions = IntStream.range(0, backlogGrowths.length)
                .mapToObj(number -> new SubscriptionResult(
                        number,
                        Optional.empty(),
                        // More than was acknowledged: duplicates count, too.
                        2000,
                        OptionalDouble.empty(),
                        OptionalLong.of(backlogGrowths[number]),
                        OptionalLong.of(backlogGrowths[number]),
                        Map.of(),
                        Optional.empty()))
                .toList();
        var load = new LoadRecord(store, audit, new ErrorCounts(), List.of(), losses, lostOrUnknown, "", "");
        return SystemFindings.of(
                workload,
                "",
                load,
                new ThresholdJudge(workload),
                new SenderLimit(1000, sendersLimit),
                new RunClients(List.of(), List.of(), subscriptions, List.of()));
    }
}
