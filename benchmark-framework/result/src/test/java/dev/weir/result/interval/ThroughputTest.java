package dev.weir.result.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.interval.Interval.IntervalSummary;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Rates of a measurement of two intervals, two seconds each. */
class ThroughputTest {
    /** A third more than is due: 4 s of warm-up had been left over. */
    @Test
    void messagesLeftFromTheWarmUpDoNotRaiseTheAchievedRate() {
        Throughput throughput = Throughput.of(List.of(interval(1000, 2660, 2000), interval(1000, 2660, 2000)));

        assertThat(throughput.achievedMessagesPerSecond()).isEqualTo(1000);
        assertThat(throughput.achievedMebibytesPerSecond() * (1 << 20)).isEqualTo(1000 * 100);
        assertThat(throughput.offeredMessagesPerSecond()).isEqualTo(1330);
    }

    /** Random arrivals and whole requests can be more than the target says on average. */
    @Test
    void moreThanTheTargetIsAchievedWhereMoreWasDue() {
        Throughput throughput = Throughput.of(List.of(interval(1000, 2100, 2100), interval(1000, 2100, 2100)));

        assertThat(throughput.achievedMessagesPerSecond()).isEqualTo(1050);
    }

    @Test
    void whatAStallDelaysWithinTheMeasurementIsAchieved() {
        Throughput throughput = Throughput.of(List.of(interval(1000, 500, 500), interval(1000, 3500, 3500)));

        assertThat(throughput.achievedMessagesPerSecond()).isEqualTo(1000);
    }

    @Test
    void aLoadWithoutATargetAchievesWhatIsAcknowledged() {
        Throughput throughput = Throughput.of(List.of(interval(Double.POSITIVE_INFINITY, 5000, 4000)));

        assertThat(throughput.achievedMessagesPerSecond()).isEqualTo(2500);
        assertThat(throughput.targetMessagesPerSecond()).isEmpty();
    }

    @Test
    void onlyTheMeasurementCounts() {
        IntervalSummary measured = interval(1000, 2000, 2000);

        assertThat(Throughput.of(
                        List.of(interval(Phase.WARM_UP, 500, 1000, 1000), measured, interval(Phase.SETTLE, 0, 100, 0))))
                .isEqualTo(Throughput.of(List.of(measured)));
    }

    /**
     * Two seconds.
     *
     * @param sentOfMeasurement of the messages that were due in it
     */
    private static IntervalSummary interval(double target, long acknowledged, long sentOfMeasurement) {
        return interval(Phase.MEASUREMENT, target, acknowledged, sentOfMeasurement);
    }

    private static IntervalSummary interval(Phase phase, double target, long acknowledged, long sentOfMeasurement) {
        var calls = new LatencySummary(sentOfMeasurement, 0, 0, 0, 0, Map.of(), 0, List.of());
        return new IntervalSummary(
                phase.key(),
                "",
                2,
                Double.isInfinite(target) ? OptionalDouble.empty() : OptionalDouble.of(target),
                new Counts(acknowledged, acknowledged * 100, acknowledged, 0, 0, 0, 0, 0),
                0,
                Map.of(Latency.SEND_CALL.key(), calls));
    }
}
