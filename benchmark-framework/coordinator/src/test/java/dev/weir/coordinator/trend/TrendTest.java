package dev.weir.coordinator.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a warm-up has become steady, and whether a measurement has remained so. */
class TrendTest {
    private static final int SECONDS = 45;
    private static final Workload WORKLOAD = Workloads.small().build();

    private final SteadinessTrend warmUp = new SteadinessTrend(Duration.ofMinutes(5));

    @Test
    void aTrendIsTheSlopeOfALineRelativeToTheMedian() {
        assertThat(Trend.slope(List.of(1.0, 3.0, 5.0, 7.0))).isEqualTo(2);
        assertThat(Trend.relativeChange(List.of(7.0, 5.0, 3.0, 1.0))).isEqualTo(-1.5);
        assertThat(Trend.slope(List.of())).isZero();
        assertThat(Trend.slope(List.of(5.0))).isZero();
        assertThat(Trend.relativeChange(List.of(0.0, 0.0, 0.0))).isZero();
        assertThat(Trend.relativeChange(List.of(0.0, 0.0, 0.0, 1.0, 2.0))).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void figuresThatScatterButGoNowhereAreSteady() {
        var random = new Random(1);
        for (int i = 0; i < SteadinessTrend.MAX_SECONDS; i++) {
            assertThat(warmUp.isSteady()).isFalse();
            warmUp(1, Math.round(1000 + 30 * random.nextGaussian()), Math.round(1e6 + 5e4 * random.nextGaussian()));
        }

        assertThat(warmUp.isSteady()).isTrue();
    }

    @Test
    void aWarmUpWhoseLatencyStillFallsIsNotSteady() {
        for (int i = 0; i < 100; i++) {
            warmUp(1, 1000, Math.round(5e6 * Math.exp(-i / 30.0)));
        }
        assertThat(warmUp.isSteady()).isFalse();
        assertThat(warmUp.explain())
                .isEqualTo("between the first and the last 10 of 30 seconds, the rate went from 1000 to 1000 msg/s and"
                        + " the median latency from 0.42 to 0.21 ms");
        for (int i = 0; i < SteadinessTrend.MAX_SECONDS; i++) {
            warmUp(1, 1000, 100_000);
        }
        assertThat(warmUp.isSteady()).isTrue();
    }

    /** In a standstill, the system is away, or nothing has begun. */
    @ParameterizedTest
    @CsvSource({"1000, 2, 1000000", "0, 0, 0"})
    void aWarmUpWhoseRateStillGrowsOrIsZeroIsNotSteady(long messages, long growth, long nanos) {
        for (int i = 0; i < 100; i++) {
            warmUp(1, messages + growth * i, nanos);
        }

        assertThat(warmUp.isSteady()).isFalse();
    }

    /** What is asked for are thirty seconds, however short the snapshots. */
    @Test
    void shortSnapshotsMakeAWarmUpSteadyNoSooner() {
        for (int i = 0; i < 10 * SteadinessTrend.MAX_SECONDS - 1; i++) {
            warmUp(0.1, 100, 1_000_000);
            assertThat(warmUp.isSteady()).isFalse();
        }
        for (int i = 0; i < 10; i++) {
            warmUp(0.1, 100, 1_000_000);
        }

        assertThat(warmUp.isSteady()).isTrue();
    }

    @Test
    void aShortWarmUpEndsAfterHalfOfItsTimeAtTheSoonest() {
        assertThat(new SteadinessTrend(Duration.ofSeconds(30)).explain())
                .isEqualTo("the comparison needs the figures of 15 s and has those of 0 s");
    }

    @Test
    void aFallingMedianDegradesTheRunAndIsReportedWithItsSize() {
        Reason reason = judge(WORKLOAD, 1000, 1000, 10.9, 1.2).orElseThrow();

        assertThat(reason.code()).isEqualTo(ReasonCode.NOT_STEADY);
        assertThat(reason.severity()).isEqualTo(Severity.DEGRADED);
        assertThat(reason.text())
                .startsWith("over the 45 s of the measurement the median latency fell by 89 % (up to ")
                .doesNotContain("Warm up for longer");
        assertThat(Objects.requireNonNull(reason.figures().get("medianChangeShare"))
                        .doubleValue())
                .isBetween(-0.9, -0.88);
    }

    @Test
    void aSteadyMeasurementHasNoReason() {
        assertThat(judge(WORKLOAD, 1000, 1000, 1.2, 1.2)).isEmpty();
    }

    /** That is a finding, and latencies grow with the backlog. */
    @Test
    void aLoadThatIsNotMetIsNotDegradedForItsLatency() {
        var trend = trend(WORKLOAD, SECONDS, 1000, 1000, 1, 500);

        assertThat(trend.judge(false).orElseThrow().severity()).isEqualTo(Severity.NOTE);
        assertThat(trend.judge(true).orElseThrow().severity()).isEqualTo(Severity.DEGRADED);
    }

    @Test
    void aRateThatFollowsACurveIsNotJudged() {
        Workload curve = Workloads.small()
                .rates(new Rate.Curve(List.of(new RatePoint(0, 500), new RatePoint(45_000_000_000L, 1500))))
                .build();

        assertThat(trend(curve, SECONDS, 500, 1500, 1, 3).isJudged()).isFalse();
    }

    @Test
    void theRateOfALoadAsFastAsCanBeIsJudgedAndItsLatencyIsNot() {
        Workload max = Workloads.small().unlimited(LoadShape.UNIFORM).build();

        assertThat(judge(max, 1000, 1000, 1, 3)).isEmpty();
        assertThat(judge(max, 1000, 500, 1, 1).orElseThrow().text()).contains("the rate fell by 50 %");
    }

    @Test
    void aMeasurementOfLessThanHalfAMinuteIsNotJudged() {
        var trend = trend(WORKLOAD, 29, 1000, 1000, 10, 1);

        assertThat(trend.isJudged()).isFalse();
        assertThat(trend.judge(true)).isEmpty();
    }

    /** What is not known is no fault. */
    @Test
    void figuresThatScatterTooMuchAreANote() {
        var random = new Random(3);
        var trend = new MeasurementTrend(WORKLOAD);
        for (int i = 0; i < SECONDS; i++) {
            second(trend, 1000, Math.exp(random.nextGaussian()));
        }

        assertThat(trend.judge(true)).hasValueSatisfying(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.NOT_STEADY);
            assertThat(reason.severity()).isEqualTo(Severity.NOTE);
        });
    }

    /** As with bursts, or with fewer messages than seconds. */
    @Test
    void secondsWithoutMessagesAreNoLatency() {
        var trend = new MeasurementTrend(WORKLOAD);
        for (int i = 0; i < 60; i++) {
            second(trend, i % 5 == 0 ? 500 : 0, 1);
        }

        assertThat(trend.isJudged()).isTrue();
        assertThat(trend.judge(true)).isEmpty();
    }

    private static Optional<Reason> judge(
            Workload workload, double firstRate, double lastRate, double firstMillis, double lastMillis) {
        return trend(workload, SECONDS, firstRate, lastRate, firstMillis, lastMillis)
                .judge(true);
    }

    private static MeasurementTrend trend(
            Workload workload, int seconds, double firstRate, double lastRate, double firstMillis, double lastMillis) {
        var trend = new MeasurementTrend(workload);
        for (int i = 0; i < seconds; i++) {
            double passed = i / (seconds - 1.0);
            second(
                    trend,
                    firstRate + passed * (lastRate - firstRate),
                    firstMillis + passed * (lastMillis - firstMillis));
        }
        return trend;
    }

    private static void second(MeasurementTrend trend, double rate, double millis) {
        trend.add(interval(Phase.MEASUREMENT, 1, Math.round(rate), Math.round(millis * 1e6)));
    }

    private static Interval interval(Phase phase, double seconds, long messages, long nanos) {
        var latencies = new LatencySet();
        latencies.of(Latency.PUBLISH_RESPONSE).values().record(nanos, messages);
        return Ticks.interval(
                phase, 0, Math.round(seconds * 1e9), new Counts(messages, messages, 0, 0, 0, 0), latencies);
    }

    private void warmUp(double seconds, long messages, long nanos) {
        warmUp.add(interval(Phase.WARM_UP, seconds, messages, nanos));
    }
}
