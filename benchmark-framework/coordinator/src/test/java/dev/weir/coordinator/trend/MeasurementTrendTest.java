package dev.weir.coordinator.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MeasurementTrendTest {
    private static final int SECONDS = 45;

    @Test
    void aFallingMedianDegradesTheRunAndIsReportedWithItsSize() {
        Reason reason = judge(Workloads.small().build(), 1000, 1000, 10.9, 1.2).orElseThrow();

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
        assertThat(judge(Workloads.small().build(), 1000, 1000, 1.2, 1.2)).isEmpty();
    }

    /** That is a finding, and latencies grow with the backlog. */
    @Test
    void aLoadThatIsNotMetIsNotDegradedForItsLatency() {
        var trend = trend(Workloads.small().build(), SECONDS, 1000, 1000, 1, 500);

        assertThat(trend.judge(false).orElseThrow().severity()).isEqualTo(Severity.NOTE);
        assertThat(trend.judge(true).orElseThrow().severity()).isEqualTo(Severity.DEGRADED);
    }

    @Test
    void aRateThatFollowsACurveIsNotBlamed() {
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
    void lessThanHalfAMinuteIsNotJudged() {
        var trend = trend(Workloads.small().build(), 29, 1000, 1000, 10, 1);

        assertThat(trend.isJudged()).isFalse();
        assertThat(trend.judge(true)).isEmpty();
    }

    /** What is not known is no fault. */
    @Test
    void figuresThatScatterTooMuchAreANote() {
        var random = new Random(3);
        var trend = new MeasurementTrend(Workloads.small().build());
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
        var trend = new MeasurementTrend(Workloads.small().build());
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
        var latencies = new LatencySet();
        long messages = Math.round(rate);
        latencies.of(Latency.PUBLISH_RESPONSE).values().record(Math.round(millis * 1e6), messages);
        trend.add(Ticks.interval(
                Phase.MEASUREMENT, 0, 1_000_000_000, new Counts(messages, messages, 0, 0, 0, 0), latencies));
    }
}
