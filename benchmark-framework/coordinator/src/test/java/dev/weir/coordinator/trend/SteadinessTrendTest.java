package dev.weir.coordinator.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.Ticks;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SteadinessTrendTest {
    private final SteadinessTrend trend = new SteadinessTrend(Duration.ofMinutes(5));

    @Test
    void figuresThatScatterButGoNowhereAreSteady() {
        var random = new Random(1);
        for (int i = 0; i < SteadinessTrend.MAX_SECONDS; i++) {
            assertThat(trend.isSteady()).isFalse();
            second(Math.round(1000 + 30 * random.nextGaussian()), Math.round(1e6 + 5e4 * random.nextGaussian()));
        }

        assertThat(trend.isSteady()).isTrue();
    }

    @Test
    void aLatencyThatStillFallsIsNot() {
        for (int i = 0; i < 100; i++) {
            second(1000, Math.round(5e6 * Math.exp(-i / 30.0)));
        }
        assertThat(trend.isSteady()).isFalse();
        assertThat(trend.explain())
                .isEqualTo("between the first and the last 10 of 30 seconds, the rate went from 1000 to 1000 msg/s and"
                        + " the median latency from 0.42 to 0.21 ms");
        for (int i = 0; i < SteadinessTrend.MAX_SECONDS; i++) {
            second(1000, 100_000);
        }
        assertThat(trend.isSteady()).isTrue();
    }

    @Test
    void aRateThatStillGrowsIsNot() {
        for (int i = 0; i < 100; i++) {
            second(1000 + 2 * i, 1_000_000);
        }

        assertThat(trend.isSteady()).isFalse();
    }

    /** The system is away, or nothing has begun. */
    @Test
    void aStandstillIsNotAnOutage() {
        for (int i = 0; i < 100; i++) {
            second(0, 0);
        }

        assertThat(trend.isSteady()).isFalse();
    }

    /** What is asked for are thirty seconds, however short the snapshots. */
    @Test
    void shortSnapshotsMakeItNoSooner() {
        for (int i = 0; i < 10 * SteadinessTrend.MAX_SECONDS - 1; i++) {
            snapshot(0.1, 100, 1_000_000);
            assertThat(trend.isSteady()).isFalse();
        }
        for (int i = 0; i < 10; i++) {
            snapshot(0.1, 100, 1_000_000);
        }

        assertThat(trend.isSteady()).isTrue();
    }

    @Test
    void aShortWarmUpEndsAfterHalfOfItsTimeAtTheSoonest() {
        var brief = new SteadinessTrend(Duration.ofSeconds(30));
        assertThat(brief.explain()).isEqualTo("the comparison needs the figures of 15 s and has those of 0 s");
    }

    private void second(long messages, long nanos) {
        snapshot(1, messages, nanos);
    }

    private void snapshot(double seconds, long messages, long nanos) {
        var latencies = new LatencySet();
        latencies.of(Latency.PUBLISH_RESPONSE).values().record(nanos, messages);
        trend.add(Ticks.interval(
                Phase.WARM_UP, 0, Math.round(seconds * 1e9), new Counts(messages, messages, 0, 0, 0, 0), latencies));
    }
}
