package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.audit.SequenceSet;
import dev.weir.coordinator.Ticks;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.RunPlan;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three workers with a producer each; the first one is lost 10.5 s after the begin of the load. */
class WorkerLossesTest {
    private static final long SECOND = 1_000_000_000;
    private static final Workload WORKLOAD =
            Workloads.small().topics(1, 3).producersPerTopic(3).build();

    private final WorkerLosses losses =
            new WorkerLosses(RunPlan.of(WORKLOAD, DriverConfig.of("none"), "run", 3, Topology.SWARM)
                    .assignments());

    @Test
    void theLoadThatIsLeftIsThatOfTheOtherWorkers() {
        assertThat(losses.shareLeft(second(10))).isEqualTo(1);

        var lost = new WorkerLink(0, "worker");
        var none = new LatencySet();
        long lastSnapshot = 10 * SECOND + SECOND / 2;
        lost.note(Ticks.taken(new Snapshot(0, 0, lastSnapshot, Counts.NONE, none, none), new SequenceSet(), List.of()));
        losses.add(lost, 20 * SECOND, "it is silent");

        assertThat(losses.shareLeft(second(9))).isEqualTo(1);
        assertThat(losses.shareLeft(second(10))).isCloseTo(5 / 6.0, within(1e-9));
        assertThat(losses.shareLeft(second(11))).isCloseTo(2 / 3.0, within(1e-9));
        losses.add(second(11), 900);
        assertThat(losses.unsent()).isEqualTo(300);
    }

    private static Interval second(long number) {
        return Ticks.second(Phase.MEASUREMENT, number, Counts.NONE);
    }
}
