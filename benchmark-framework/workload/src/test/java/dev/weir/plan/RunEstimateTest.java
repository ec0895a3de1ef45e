package dev.weir.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.search.SearchSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
    private static Workloads minute() {
        return Workloads.small()
                .durations(Duration.ofSeconds(10), Duration.ofMinutes(1))
                .rates(100, 1000);
    }

    @Test
    void countsEveryPayloadOnEveryReplica() {
        RunEstimate estimate = RunEstimate.of(minute().build(), 3);

        assertThat(estimate.bytes()).isEqualTo((10 * 100 + 60 * 1000) * 100 * 3.0);
        assertThat(estimate.unlimited()).isZero();
        assertThat(estimate.time()).isBetween(Duration.ofSeconds(70), Duration.ofSeconds(77));
    }

    /** 24 probes of 5 s and a confirmation of 70, each with what is around it. */
    @Test
    void aSearchTakesAsLongAsAllTheRunsThatItMayMake() {
        var search = new SearchSpec(
                1,
                1000,
                0.05,
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                List.of(Threshold.of(Workloads.condition("failed == 0"))),
                1,
                false);
        Duration around = RunEstimate.of(minute().build(), 1).time().minus(Duration.ofSeconds(70));

        RunEstimate estimate = RunEstimate.of(minute().search(search).build(), 3);

        assertThat(estimate.time()).isEqualTo(Duration.ofSeconds(24 * 5 + 70).plus(around.multipliedBy(25)));
        assertThat(estimate.unlimited()).isEqualTo(1);
    }

    @Test
    void doesNotEstimateLoadsWithoutARateOrAnEnd() {
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
        Workload coarse = minute().sampleInterval(Duration.ofSeconds(10)).build();
        Workload fine = minute().sampleInterval(Duration.ofMillis(200)).build();

        assertThat(RunEstimate.of(coarse, 1).time())
                .isEqualTo(RunEstimate.of(fine, 1).time().plusMillis(3200));
    }

    @Test
    void addsUp() {
        RunEstimate one = RunEstimate.of(minute().build(), 1);
        RunEstimate both = RunEstimate.NONE.plus(one).plus(RunEstimate.ofClusterStart(1));

        assertThat(both.bytes()).isEqualTo(one.bytes());
        assertThat(both.time()).isGreaterThan(one.time());
    }
}
