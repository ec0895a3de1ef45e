package dev.weir.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.BacklogSpec;
import dev.weir.workload.LoadShape;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.RetentionSpec;
import dev.weir.workload.WarmupEnd;
import dev.weir.workload.Workloads;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
    private static final Workloads MINUTE = Workloads.small()
            .durations(Duration.ofSeconds(10), Duration.ofMinutes(1))
            .rates(100, 1000);

    @Test
    void countsEveryPayloadOnEveryReplica() {
        RunEstimate estimate = RunEstimate.of(MINUTE.build(), 3);

        assertThat(estimate.bytes()).isEqualTo((10 * 100 + 60 * 1000) * 100 * 3.0);
        assertThat(estimate.unlimited()).isZero();
        assertThat(estimate.time()).isBetween(Duration.ofSeconds(70), Duration.ofSeconds(77));
    }

    /** 6,000 messages at 2 x 100 a second; and as long again, with 10 s, to drain them. */
    @Test
    void aBacklogTakesItsBuildingTwice() {
        RunEstimate estimate = RunEstimate.of(
                MINUTE.subscriptionsPerTopic(2, 1)
                        .phases(new PhaseSpec(
                                WarmupEnd.DURATION,
                                Duration.ZERO,
                                RetentionSpec.UNSAID,
                                new BacklogSpec(600_000, 1, 100, 200)))
                        .endless(Duration.ofSeconds(10))
                        .build(),
                1);

        assertThat(estimate.endless()).isZero();
        assertThat(estimate.time()).isBetween(Duration.ofSeconds(80), Duration.ofSeconds(87));
        assertThat(estimate.bytes()).isEqualTo((10 * 100 + 30 * 100 + 40 * 200) * 100.0);
    }

    @Test
    void doesNotGuessWhatHasNoRateOrNoEnd() {
        RunEstimate unlimited =
                RunEstimate.of(Workloads.small().unlimited(LoadShape.UNIFORM).build(), 1);
        assertThat(unlimited.unlimited()).isEqualTo(1);
        assertThat(unlimited.endless()).isZero();
        assertThat(unlimited.bytes()).isZero();

        RunEstimate endless =
                RunEstimate.of(Workloads.small().endless(Duration.ofSeconds(10)).build(), 1);
        assertThat(endless.endless()).isEqualTo(1);
        assertThat(endless.unlimited()).isEqualTo(1);
    }

    /** Workers tell of what has arrived once in a snapshot, which is at most a second. */
    @Test
    void settlesBySnapshots() {
        Duration coarse = RunEstimate.of(
                        MINUTE.sampleInterval(Duration.ofSeconds(10)).build(), 1)
                .time();
        Duration fine = RunEstimate.of(
                        MINUTE.sampleInterval(Duration.ofMillis(200)).build(), 1)
                .time();

        assertThat(coarse.minus(fine)).isEqualTo(Duration.ofMillis(3200));
    }

    @Test
    void addsUp() {
        RunEstimate one = RunEstimate.of(MINUTE.build(), 1);
        RunEstimate both = RunEstimate.NONE.plus(one).plus(RunEstimate.ofClusterStart(1));

        assertThat(both.bytes()).isEqualTo(one.bytes());
        assertThat(both.time()).isGreaterThan(one.time());
    }
}
