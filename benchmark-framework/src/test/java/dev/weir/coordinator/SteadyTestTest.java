package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.Interval;
import dev.weir.result.Phase;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SteadyTestTest {
    private final SteadyTest test = new SteadyTest();

    @Test
    void figuresThatScatterButGoNowhereAreSteady() {
        var random = new Random(1);
        for (int i = 0; i < SteadyTest.SNAPSHOTS; i++) {
            assertThat(test.isSteady()).isFalse();
            second(Math.round(1000 + 30 * random.nextGaussian()), Math.round(1e6 + 5e4 * random.nextGaussian()));
        }

        assertThat(test.isSteady()).isTrue();
    }

    @Test
    void aLatencyThatStillFallsIsNot() {
        for (int i = 0; i < 100; i++) {
            second(1000, Math.round(5e6 * Math.exp(-i / 30.0)));
        }
        assertThat(test.isSteady()).isFalse();
        assertThat(test.explain())
                .startsWith("over the last 30 snapshots the rate changed by 0.0 % and the median latency by -");
        for (int i = 0; i < SteadyTest.SNAPSHOTS; i++) {
            second(1000, 100_000);
        }
        assertThat(test.isSteady()).isTrue();
    }

    @Test
    void aRateThatStillGrowsIsNot() {
        for (int i = 0; i < 100; i++) {
            second(1000 + 2 * i, 1_000_000);
        }

        assertThat(test.isSteady()).isFalse();
    }

    private void second(long messages, long nanos) {
        var latencies = new LatencySet();
        latencies.of(Latency.PUBLISH_RESPONSE).values().record(nanos, messages);
        test.add(new Interval(
                Phase.WARM_UP,
                0,
                1_000_000_000,
                1,
                new Counts(messages, messages, 0, 0, 0, 0),
                0,
                latencies,
                new LatencySet()));
    }
}
