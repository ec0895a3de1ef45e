package dev.weir.result.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.interval.Interval.IntervalSummary;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rates of a measurement of two intervals, two seconds each. */
class ThroughputTest {
    /** Of a target of 1,000: what is acknowledged in each interval, and what of it was due in the measurement. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "messages left from 4 s of warm-up do not raise it, 2660, 2000, 2660, 2000, 1000",
        "random arrivals and whole requests can be more than the target, 2100, 2100, 2100, 2100, 1050",
        "what a stall delays within the measurement is achieved, 500, 500, 3500, 3500, 1000"
    })
    void theAchievedRateIsOfMessagesDueInTheMeasurement(
            String name, long first, long firstDue, long second, long secondDue, double achieved) {
        Throughput throughput =
                Throughput.of(List.of(interval(1000, first, firstDue), interval(1000, second, secondDue)));

        assertThat(throughput.achievedMessagesPerSecond()).isEqualTo(achieved);
        assertThat(throughput.achievedMebibytesPerSecond() * (1 << 20)).isEqualTo(achieved * 100);
        assertThat(throughput.offeredMessagesPerSecond()).isEqualTo((first + second) / 4.0);
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
