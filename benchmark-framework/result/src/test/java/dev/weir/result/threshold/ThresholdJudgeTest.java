package dev.weir.result.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.weir.audit.AuditResult;
import dev.weir.driver.durability.Guarantee;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.Snapshots;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.Moment;
import dev.weir.result.value.Moment.MomentRange;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Intervals of a second, of a load of 1,000 messages per second. */
class ThresholdJudgeTest {
    private static final long MILLI = 1_000_000;
    private static final double TARGET = 1000;

    private int seconds;

    @Test
    void knowsTheNamesOfLatenciesAndOutcomes() {
        assertThat(Stream.of(Metric.values())
                        .filter(metric -> metric.kind() == Metric.Kind.LATENCY)
                        .map(metric -> Latency.valueOf(metric.name()).key().equals(metric.key())))
                .hasSize(Latency.values().length)
                .containsOnly(true);
        assertThat(Stream.of(Outcome.values()).map(Enum::name)).isEqualTo(Condition.OUTCOMES);
    }

    @Test
    void judgesTheMeasurementAsAWhole() {
        ThresholdJudge judge = judge("achievedRate >= 99% of target", "achievedRate >= 950", "failed == 0");
        judge.add(interval(Phase.WARM_UP, counts(10, 5), 0), TARGET);
        measure(judge, 1000, 940);
        judge.add(interval(Phase.SETTLE, counts(500, 2), 0), TARGET);

        assertThat(results(judge))
                .extracting(result -> result.number().orElseThrow(), ThresholdCheck::met, ThresholdCheck::isMissed)
                .containsExactly(tuple(97.0, false, true), tuple(970.0, true, false), tuple(2.0, false, true));
    }

    /** They are made before the load. */
    @Test
    void judgesConnectionsWheneverTheyWereMade() {
        ThresholdJudge judge = judge("connectionTcp.max <= 5ms", "publishResponse.max <= 5ms");
        var made = new LatencySet();
        made.of(Latency.CONNECTION_TCP).values().record(9 * MILLI, 1);
        made.of(Latency.PUBLISH_RESPONSE).values().record(9 * MILLI, 1);
        judge.add(interval(Phase.WARM_UP, counts(1000, 0), 0, made), TARGET);
        var measured = new LatencySet();
        measured.of(Latency.PUBLISH_RESPONSE).values().record(MILLI, 1);
        judge.add(interval(Phase.MEASUREMENT, counts(1000, 0), 0, measured), TARGET);

        assertThat(results(judge)).extracting(ThresholdCheck::isMissed).containsExactly(true, false);
    }

    /** Half a second of requests of 10 messages, and 45 reads in the other half. */
    @Test
    void countsReadsOfTheTargetAsTheMessagesThatTheyStandFor() {
        var judge = new ThresholdJudge(Workloads.small()
                .sampleInterval(Duration.ofSeconds(1))
                .requests(10)
                .thresholds("achievedRate >= 90% of target", "achievedRate >= 90")
                .build());
        var reads = new LatencySet();
        reads.of(Latency.READ_SERVICE).values().record(MILLI, 45);
        judge.add(interval(Phase.MEASUREMENT, counts(500, 0), 0, reads), TARGET);

        assertThat(results(judge))
                .extracting(result -> result.number().orElseThrow())
                .containsExactly(95.0, 500.0);
    }

    /** Twice as much is asked for in the second half: half of it is too little there, and would have been enough before. */
    @Test
    void comparesAWindowWithTheRateAskedForInIt() {
        ThresholdJudge judge = judge(window("achievedRate >= 90% of target", 2));
        for (double target : new double[] {1000, 1000, 2000, 2000}) {
            judge.add(interval(Phase.MEASUREMENT, counts(1000, 0), 0), target);
        }

        assertThat(results(judge))
                .extracting(ThresholdCheck::number, ThresholdCheck::worst)
                .containsExactly(tuple(OptionalDouble.of(50), span(at(2), at(4))));
    }

    /** Such a window is one interval. */
    @Test
    void aWindowMayBeShorterThanTheJitterOfAnInterval() {
        ThresholdJudge judge = judge(window("achievedRate >= 950", 0.001));
        measure(judge, 1000, 700, 1000);

        assertThat(results(judge))
                .extracting(ThresholdCheck::number, ThresholdCheck::worst)
                .containsExactly(tuple(OptionalDouble.of(700), span(at(1), at(2))));
    }

    /** Where parts begin, intervals are cut short: a cut one does not fill a window. */
    @Test
    void aWindowIsATimeAndNotANumberOfIntervals() {
        ThresholdJudge judge = judge(window("achievedRate >= 950", 2));
        measure(judge, 1000);
        judge.add(cut(0.2, counts(0, 0)), TARGET);
        assertThat(results(judge).get(0).why()).isEqualTo("the measurement was shorter than the window");

        measure(judge, 1200);

        assertThat(results(judge).get(0).number().orElseThrow()).isCloseTo(1000, within(0.01));
    }

    @Test
    void countsAbortedMessagesForTheTargetButNotForTheRate() {
        ThresholdJudge judge = judge("achievedRate >= 100% of target", "achievedRate <= 900");
        var counts = new Counts(new Counts.Sends(1000, 0, 900, 0, 100), new Counts.Receipts(900, 0, 0, 0, 0));
        judge.add(interval(Phase.MEASUREMENT, counts, 0), TARGET);

        assertThat(results(judge)).extracting(ThresholdCheck::met).containsExactly(true, true);
    }

    @Test
    void cannotCompareWithAMissingTargetRate() {
        ThresholdJudge judge = judge("achievedRate >= 90% of target");
        judge.add(interval(Phase.DRAIN, counts(1000, 0), 0), Double.POSITIVE_INFINITY);
        measure(judge, 1000);

        assertThat(results(judge)).extracting(ThresholdCheck::why).containsExactly("the load has no target");
    }

    /** The first window asks for nothing. */
    @Test
    void cannotCompareWithATargetOfZero() {
        ThresholdJudge judge = judge(window("achievedRate >= 90% of target", 1));
        judge.add(interval(Phase.MEASUREMENT, counts(0, 0), 0), 0);
        assertThat(results(judge).get(0).why()).isEqualTo("nothing was due");

        measure(judge, 950);

        assertThat(results(judge).get(0).number()).hasValue(95.0);
        assertThat(results(judge).get(0).met()).isTrue();
    }

    /** 1,000 of 1 ms each second; in the third 100 of 90 ms. Averaged, percentiles would say something else. */
    @Test
    void mergesTheHistogramsOfAWindowAndShowsTheWorst() {
        ThresholdJudge judge = judge(window("publishResponse.p99 < 50ms", 2), window("publishResponse.p99 < 50ms", 5));
        for (int second = 0; second < 5; second++) {
            judge.add(latencies(Phase.MEASUREMENT, 1000, MILLI, second == 2 ? 30 : 0), TARGET);
        }

        List<ThresholdCheck> results = results(judge);

        assertThat(results)
                .extracting(ThresholdCheck::isMissed, ThresholdCheck::met, ThresholdCheck::worst)
                .containsExactly(tuple(true, false, span(at(1), at(3))), tuple(false, true, span(at(0), at(5))));
        assertThat(results.get(0).number().orElseThrow()).isBetween(89.0 * MILLI, 91.0 * MILLI);
    }

    @Test
    void countsLatenciesThatBecameKnownAfterTheLoad() {
        ThresholdJudge judge = judge("publishResponse.max < 50ms");
        judge.add(latencies(Phase.MEASUREMENT, 1000, MILLI, 0), TARGET);
        judge.add(latencies(Phase.SETTLE, 0, MILLI, 1), TARGET);

        assertThat(results(judge).get(0).isMissed()).isTrue();
    }

    @Test
    void doesNotJudgeAPercentileOfTooFewSamples() {
        ThresholdJudge judge = judge("publishResponse.p99.9 < 50ms", "endToEndResponse.p50 < 1s");
        judge.add(latencies(Phase.MEASUREMENT, 1000, MILLI, 0), TARGET);

        assertThat(results(judge))
                .extracting(ThresholdCheck::isMissed, ThresholdCheck::why)
                .containsExactly(
                        tuple(true, "1,000 samples are too few, it takes 10,000"),
                        tuple(true, "there are no samples of endToEndResponse"));
    }

    @Test
    void reportsWhyNoWindowOfTheMeasurementCouldBeJudged() {
        ThresholdJudge judge = judge(window("publishResponse.p99.9 < 1s", 2));
        for (int second = 0; second < 5; second++) {
            boolean measured = second < 3;
            judge.add(latencies(measured ? Phase.MEASUREMENT : Phase.SETTLE, measured ? 1000 : 0, MILLI, 0), TARGET);
        }

        assertThat(results(judge).get(0).why()).isEqualTo("2,000 samples are too few, it takes 10,000");
    }

    @Test
    void distinguishesAGrowingBacklogFromAFluctuatingOne() {
        assertThat(backlogs(0, 5, 500, 3, 0, 4, 0, 1)).allMatch(ThresholdCheck::met);
        assertThat(backlogs(0, 25, 30, 75, 100, 20, 150).get(0).isMissed()).isTrue();
    }

    @Test
    void endsTheRunWhenItIsMissedAndNotBeforeItMay() {
        var condition = Workloads.condition("achievedRate >= 900");
        ThresholdJudge judge = judge(new Threshold(condition, Optional.empty(), true, Duration.ofSeconds(2)));

        measure(judge, 100);
        assertThat(judge.aborting()).isEmpty();
        measure(judge, 100);
        assertThat(judge.aborting()).isPresent();
        measure(judge, 10_000);

        assertThat(results(judge))
                .extracting(ThresholdCheck::isMissed, ThresholdCheck::endedRun, ThresholdCheck::number)
                .containsExactly(tuple(true, true, OptionalDouble.of(100)));
    }

    @Test
    void addsThresholdsForPromises() {
        ThresholdJudge nothing = judge(new String[0]);
        nothing.expect(Guarantee.NONE);
        ThresholdJudge everything = judge("audit.lost == 0");
        everything.expect(Guarantee.EXACTLY_ONCE);

        assertThat(results(nothing)).isEmpty();
        assertThat(results(everything))
                .extracting(ThresholdCheck::text, ThresholdCheck::byDefault, ThresholdCheck::isMissed)
                .containsExactly(tuple("audit.lost == 0", false, false), tuple("audit.duplicated == 0", true, true));
        AuditResult unfinished = AuditResult.off(false, 1, new AuditResult.Totals(5, 0, 0, 5, 0));
        assertThat(everything.results(figures(unfinished, Outcome.VALID)))
                .as("a promise that could not be checked is not missed")
                .extracting(ThresholdCheck::isMissed)
                .containsExactly(true, false);
    }

    /** 2 lost and 2 duplicated; 15 messages are unknown, because the worker that received them was lost. */
    @Test
    void doesNotJudgeCountsThatUnknownMessagesDecide() {
        var totals = new AuditResult.Totals(90, 0, 0, 73, 0);
        var violations = new AuditResult.Violations(2, 2, OptionalLong.of(0), 0, 0);
        var unknown = new AuditResult.Blocks(15, 0, 0, 0, List.of(), List.of());
        ThresholdJudge judge = judge(
                "audit.lost == 0",
                "audit.lost <= 17",
                "audit.lost <= 16",
                "audit.lost == 10",
                "audit.duplicated <= 1",
                "audit.duplicated <= 2",
                "audit.reordered == 0");

        List<ThresholdCheck> checks =
                judge.results(figures(new AuditResult(true, true, 1, totals, violations, unknown), Outcome.VALID));

        assertThat(checks)
                .extracting(ThresholdCheck::judged)
                .containsExactly(true, true, false, false, true, false, false);
        assertThat(checks).filteredOn(ThresholdCheck::met).containsExactly(checks.get(1));
        assertThat(checks.get(2).why()).isEqualTo("15 messages are unknown because a worker was lost");
    }

    @Test
    void doesNotJudgeUnsentMessagesThatWorkersDidNotReport() {
        ThresholdJudge judge = judge("unsent == 0", "skipped == 0", "unsent > 5", "audit.lost == 0");

        var unsent = new RunFigures.UnsentMessages(7, 0, false);
        AuditResult audit = figures(Outcome.FAILED).audit();
        assertThat(judge.results(new RunFigures(audit, unsent, Outcome.FAILED, RunDetails.NONE)))
                .extracting(ThresholdCheck::judged, ThresholdCheck::met)
                .containsExactly(tuple(true, false), tuple(false, false), tuple(true, true), tuple(true, true));
    }

    @Test
    void judgesTheOutcome() {
        ThresholdJudge judge = judge("outcome == VALID", "outcome <= DEGRADED", "achievedRate > 0");

        assertThat(judge.results(figures(Outcome.DEGRADED)))
                .extracting(ThresholdCheck::met)
                .containsExactly(false, true, false);
        assertThat(judge.results(figures(Outcome.FAILED)))
                .extracting(ThresholdCheck::why)
                .containsExactly("", "", "the run failed");
    }

    /** 900 are known to have kept to the limit; of the others only that they took longer than 1 ms. */
    @Test
    void missesALimitThatAQuantileMayHaveExceeded() {
        ThresholdJudge judge = judge(
                "publishResponse.p90 < 50ms",
                "publishResponse.p95 < 50ms",
                "publishResponse.max <= 50ms",
                "publishResponse.p95 >= 1ms",
                "publishResponse.min < 50ms");
        judge.add(interval(Phase.MEASUREMENT, counts(900, 0), 0, failing(900, 100)), TARGET);

        List<ThresholdCheck> results = results(judge);

        assertThat(results).extracting(ThresholdCheck::isMissed).containsExactly(false, true, true, false, false);
        assertThat(results).extracting(ThresholdCheck::met).containsExactly(true, false, false, true, true);
        assertThat(results).extracting(ThresholdCheck::greaterThan).containsExactly(false, true, true, true, false);
        assertThat(results).allMatch(result -> result.number().isPresent());
        assertThat(results.get(1).sentence()).startsWith("publishResponse.p95 < 50ms: > 2.00");
    }

    /** A window of slow messages that keep to the limit is not worse than one of messages that failed at once. */
    @Test
    void theWorstWindowIsOneThatMayHaveExceededTheLimit() {
        ThresholdJudge judge = judge(window("publishResponse.p95 < 100ms", 1));
        judge.add(latencies(Phase.MEASUREMENT, 1, 90 * MILLI, 999), TARGET);
        judge.add(interval(Phase.MEASUREMENT, counts(900, 0), 0, failing(900, 100)), TARGET);
        judge.add(latencies(Phase.MEASUREMENT, 1, 90 * MILLI, 999), TARGET);

        assertThat(results(judge))
                .extracting(ThresholdCheck::isMissed, ThresholdCheck::worst)
                .containsExactly(tuple(true, span(at(1), at(2))));
    }

    private static LatencySet failing(long ended, long failed) {
        var measured = new LatencySet();
        measured.of(Latency.PUBLISH_RESPONSE).values().record(2 * MILLI, ended);
        measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(MILLI, failed);
        return measured;
    }

    private static List<ThresholdCheck> results(ThresholdJudge judge) {
        return judge.results(figures(Outcome.VALID));
    }

    /** Adds a second of the measurement for each number of acknowledged messages. */
    private void measure(ThresholdJudge judge, long... acknowledged) {
        for (long messages : acknowledged) {
            judge.add(interval(Phase.MEASUREMENT, counts(messages, 0), 0), TARGET);
        }
    }

    private static Counts counts(long acknowledged, long failed) {
        return new Counts(acknowledged, acknowledged, failed, acknowledged, 0, 0);
    }

    private Interval interval(Phase phase, Counts counts, long backlog) {
        return interval(phase, counts, backlog, new LatencySet());
    }

    private Interval cut(double length, Counts counts) {
        long from = at(seconds++);
        long to = from + Math.round(length * Snapshots.SECOND);
        return new Interval(Phase.MEASUREMENT, from, to, length, counts, 0, new LatencySet(), new LatencySet());
    }

    private Interval latencies(Phase phase, long count, long nanos, long slow) {
        var measured = new LatencySet();
        measured.of(Latency.PUBLISH_RESPONSE).values().record(nanos, count);
        measured.of(Latency.PUBLISH_RESPONSE).values().record(90 * MILLI, slow);
        return interval(phase, counts(count, 0), 0, measured);
    }

    private Interval interval(Phase phase, Counts counts, long backlog, LatencySet measured) {
        int second = seconds++;
        return new Interval(phase, at(second), at(second + 1), 1, counts, backlog, new LatencySet(), measured);
    }

    private static long at(int second) {
        return Snapshots.START + second * Snapshots.SECOND;
    }

    private static MomentRange span(long beginNanos, long endNanos) {
        return new MomentRange(Optional.of(new Moment(beginNanos)), Optional.of(new Moment(endNanos)));
    }

    private List<ThresholdCheck> backlogs(long... messages) {
        ThresholdJudge judge = judge("backlogGrowth <= 1% of target", "backlog < 600");
        for (long backlog : messages) {
            judge.add(interval(Phase.MEASUREMENT, counts(1000, 0), backlog), TARGET);
        }
        return results(judge);
    }

    private static ThresholdJudge judge(String... conditions) {
        return new ThresholdJudge(Workloads.small()
                .sampleInterval(Duration.ofSeconds(1))
                .thresholds(conditions)
                .build());
    }

    private static ThresholdJudge judge(Threshold... thresholds) {
        return new ThresholdJudge(Workloads.small()
                .sampleInterval(Duration.ofSeconds(1))
                .goals(List.of(thresholds))
                .build());
    }

    private static Threshold window(String condition, double seconds) {
        Duration length = Duration.ofMillis(Math.round(1000 * seconds));
        return new Threshold(Workloads.condition(condition), Optional.of(length), false, Duration.ZERO);
    }

    /** Nothing lost, two duplicated. */
    private static RunFigures figures(Outcome outcome) {
        var totals = new AuditResult.Totals(9, 0, 0, 9, 0);
        var violations = new AuditResult.Violations(0, 2, OptionalLong.of(0), 0, 0);
        return figures(new AuditResult(true, true, 1, totals, violations, AuditResult.Blocks.NONE), outcome);
    }

    private static RunFigures figures(AuditResult audit, Outcome outcome) {
        return new RunFigures(audit, new RunFigures.UnsentMessages(0, 0, true), outcome, RunDetails.NONE);
    }
}
