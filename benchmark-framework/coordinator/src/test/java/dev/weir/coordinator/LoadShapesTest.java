package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole runs of every shape of load and with warm-ups of every kind, which send an exact number of messages and have results
 * that {@code verify} confirms.
 */
@Order(1)
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class LoadShapesTest extends WholeRuns {
    private static final Duration WARMUP = Duration.ofMillis(600);
    private static final Duration TEST = Duration.ofSeconds(1);

    /** From 1,000 to 3,000 per second and back to nothing, in half a second each: 1,000 and 750 messages. */
    @Test
    void theRateFollowsAList() {
        var rates = new Rate.Curve(
                List.of(new RatePoint(0, 1000), new RatePoint(500_000_000, 3000), new RatePoint(1_000_000_000, 0)));
        RunResult result = verifiedRun(
                2,
                load().shape(new LoadShape(Arrival.BURST, 100_000_000, false, 0, OptionalLong.empty()))
                        .rates(rates),
                Map.of());

        assertThat(result.audit().counts().acknowledged()).isEqualTo(600 + 1750);
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(1750);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        long begin = result.weir().course().phases().stream()
                .filter(span -> span.phase().equals(Phase.MEASUREMENT.key()))
                .mapToLong(span -> span.begin().epochNanos())
                .findFirst()
                .orElseThrow();
        List<IntervalSummary> intervals = result.intervals().stream()
                .filter(interval -> interval.phase().equals("measurement"))
                .toList();
        // On a busy host, intervals begin and end late, and not at the same time at both workers. A constant rate
        // is off by 200 messages.
        IntervalSummary last = intervals.get(intervals.size() - 1);
        double from = (IsoTime.epochNanos(intervals.get(0).begin()) - begin) / 1e9;
        double to = (IsoTime.epochNanos(last.begin()) - begin) / 1e9 + last.seconds();
        Throughput throughput = result.throughput();
        assertThat(throughput.targetMessagesPerSecond().orElseThrow() * throughput.seconds())
                .isCloseTo(messagesDueBy(to) - messagesDueBy(from), Offset.offset(150.0));
        assertThat(intervals).hasSizeGreaterThanOrEqualTo(3).allSatisfy(interval -> {
            double start = (IsoTime.epochNanos(interval.begin()) - begin) / 1e9;
            assertThat(interval.targetMessagesPerSecond().orElseThrow() * interval.seconds())
                    .isCloseTo(messagesDueBy(start + interval.seconds()) - messagesDueBy(start), Offset.offset(100.0));
        });
    }

    /** The list of {@link #theRateFollowsAList} until some time since the measurement's begin, seconds. */
    private static double messagesDueBy(double seconds) {
        double rising = Math.min(0.5, Math.max(0, seconds));
        double falling = Math.min(0.5, Math.max(0, seconds - 0.5));
        return 1000 * rising + 2000 * rising * rising + 3000 * falling - 3000 * falling * falling;
    }

    /** Random arrivals keep the rate, and random sizes their mean. */
    @Test
    void bytesAreThoseOfTheMessagesThatWereSent() {
        var sizes = new SizeDistribution(List.of(new SizeClass(8, 8, 1), new SizeClass(1000, 3000, 1)));
        var shape = new LoadShape(Arrival.POISSON, 100_000_000, false, 0, OptionalLong.of(1_000_000));
        RunResult result = verifiedRun(1, load().shape(shape).payload(PayloadSpec.random(sizes)), Map.of());

        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isBetween(800L, 1200L);
        assertThat(result.weir().instrument().workers().get(0).pacingPrecisionNanos())
                .isEqualTo(1_000_000);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        Counts counts = result.weir().instrument().workers().get(0).counts().orElseThrow();
        assertThat(counts.sends().sentBytes()).isEqualTo(counts.receipts().receivedBytes());
        // 1,600 messages with a standard deviation of 1,070 bytes: 27 of the mean.
        assertThat((double) counts.sends().sentBytes() / counts.sends().sent()).isBetween(880.0, 1130.0);
        assertThat(result.throughput().achievedMebibytesPerSecond())
                .isCloseTo(
                        result.throughput().achievedMessagesPerSecond() * 1004 / (1 << 20),
                        Percentage.withPercentage(20));
        assertThat(result.reasons()).extracting(Reason::text).anyMatch(text -> text.contains("it travels as a header"));
    }

    /**
     * Two consumers that take 5 ms each can handle 400 a second: of 1,600 messages 960 are left after 1.6 s. On a busy host,
     * they handle less, and the measurement ends later.
     */
    @Test
    void slowConsumersReceiveNoMoreThanTheirCeiling() {
        RunResult result = run(1, load().subscriptionsPerTopic(2, 2).consumerProcessingNanos(5_000_000), Map.of());

        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.TARGET_ABOVE_CEILING);
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.DELIVERY_NOT_MET)
                .extracting(Finding::text)
                .anyMatch(text -> text.contains("allows its consumers 400"))
                .anyMatch(text -> text.startsWith("the backlog grew by "));
        assertThat(result.weir().clients().subscriptions()).hasSize(2).allSatisfy(subscription -> {
            assertThat(subscription.ceilingMessagesPerSecond()).hasValue(400);
            assertThat(subscription.deliveredMessagesPerSecond()).isBetween(1.0, 500.0);
            assertThat(subscription.backlogMessages().orElseThrow()).isBetween(1L, 1600L);
            assertThat(subscription.latency())
                    .hasEntrySatisfying(
                            "endToEndResponse",
                            latency -> assertThat(latency.count()).isEqualTo(1000));
        });
    }

    @Test
    void withoutARateThereAreOnlyServiceTimes() {
        RunResult result = run(1, load().unlimited(LoadShape.UNIFORM), Map.of());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.SERVICE_TIMES_ONLY);
        assertThat(result.throughput().targetMessagesPerSecond()).isEmpty();
        assertThat(List.of(Latency.PUBLISH_RESPONSE, Latency.END_TO_END_RESPONSE, Latency.SEND_DELAY))
                .noneMatch(result.measured()::has);
        assertThat(result.measured().of(Latency.PUBLISH_SERVICE).count())
                .isEqualTo(result.measured().of(Latency.END_TO_END_SERVICE).count())
                .isGreaterThan(10_000);
    }

    /**
     * Little's law: with 2 producers, 3 under way each, the rate times the service time is at most 6. The last messages
     * can be answered after the measurement.
     */
    @Test
    void aClosedLoopKeepsAFixedNumberInFlight() {
        var closed = new LoadShape(Arrival.UNIFORM, 1, false, 3, OptionalLong.empty());
        RunResult result = verifiedRun(1, load().unlimited(closed), Map.of("capacityMessagesPerSecond", "5000"));

        LatencySamples service = result.measured().of(Latency.PUBLISH_SERVICE);
        double seconds = result.throughput().seconds() + service.maxNanos() / 1e9;
        double underWay = service.meanNanos() / 1e9 * service.count() / seconds;
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(service.count()).isGreaterThan(100);
        assertThat(underWay).isBetween(0.5, 6.5);
    }

    @Test
    void whatIsTooLateIsLeftOutAndCountedWhereThatIsAskedFor() {
        var skipping = new LoadShape(Arrival.UNIFORM, 1, true, 0, OptionalLong.empty());
        RunResult result =
                verifiedRun(1, load().shape(skipping), Map.of("stallAtMessage", "500", "stallMillis", "400"));

        assertThat(result.reasons())
                .extracting(Reason::text)
                .anyMatch(text -> text.contains(" messages were late and not sent, "));
        long skipped = result.weir().load().skipped().orElseThrow();
        assertThat(skipped).isPositive();
        for (Latency latency : List.of(Latency.SEND_DELAY, Latency.PUBLISH_RESPONSE, Latency.END_TO_END_RESPONSE)) {
            assertThat(result.measured().of(latency).total()).as(latency.key()).isEqualTo(1000);
            assertThat(result.measured().of(latency).censored())
                    .as(latency.key())
                    .isEqualTo(skipped + result.weir().load().unsent().orElseThrow());
        }
        assertThat(result.audit().verdict()).isEqualTo("clean");
    }

    /** Neither a warm-up nor a measurement of less than half a minute shows that the load is steady: the run is degraded. */
    @ParameterizedTest
    @CsvSource({
        "RETENTION, 'retention had deleted from 0 of 2 partitions'",
        "STEADY, 'the comparison needs the figures of 3 s and has those of '"
    })
    void aWarmUpEndedByItsDurationReportsItsCondition(WarmupEnd condition, String text) {
        RunResult result = run(
                2,
                Workloads.small()
                        .phases(new PhaseSpec(condition, Duration.ZERO, RetentionSpec.UNSAID))
                        .durations(Duration.ofMillis(1500), Duration.ofMillis(600)),
                Map.of());

        assertThat(result.reasons())
                .filteredOn(reason -> reason.text().startsWith("the warm-up "))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.severity()).isEqualTo(Severity.DEGRADED);
                    assertThat(reason.text()).startsWith("the warm-up was ended by its duration: " + text);
                });
    }

    @Test
    void theLoadSettlesAtItsOwnRateAfterTheWarmUp() {
        RunResult result = run(
                2,
                Workloads.small()
                        .rates(500, 2000)
                        .phases(new PhaseSpec(WarmupEnd.DURATION, Duration.ofMillis(400), RetentionSpec.UNSAID))
                        .durations(Duration.ofMillis(600), Duration.ofSeconds(1)),
                Map.of());

        assertThat(result.audit().counts().acknowledged()).isEqualTo(300 + 800 + 2000);
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(2000);
    }

    private static Workloads load() {
        return Workloads.small().durations(WARMUP, TEST);
    }
}
