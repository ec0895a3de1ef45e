package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Severity;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import org.junit.jupiter.api.Test;

/** The only worker takes a snapshot each second, and one of them too late. */
class WorkerStandstillsTest {
    private static final long SECOND = 1_000_000_000;

    private final WorkerStandstills standstills =
            new WorkerStandstills(RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", 1, Topology.SWARM)
                    .assignments());
    private final WorkerLink worker = new WorkerLink(0, "one");

    @Test
    void aStandstillInTheWarmUpIsANote() {
        taken(4, false, false);

        assertThat(standstills.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(Severity.NOTE);
            assertThat(reason.text()).startsWith("worker one stood still once, for 4.0 s at most, from ");
        });
    }

    /** What the late snapshot lacks was due in the warm-up: the measurement lacks nothing. */
    @Test
    void aStandstillThatReachesTheMeasurementDegradesTheRun() {
        taken(4, false, true);

        assertThat(standstills.reasons()).extracting(Reason::severity).containsExactly(Severity.DEGRADED);
        assertThat(standstills.shareOfLoad(10)).isZero();
    }

    @Test
    void aStandstillInTheMeasurementDegradesTheRunAndLowersItsLoad() {
        taken(4, true, true);

        assertThat(standstills.reasons()).extracting(Reason::severity).containsExactly(Severity.DEGRADED);
        assertThat(standstills.shareOfLoad(10)).isEqualTo(0.4);
    }

    @Test
    void aSnapshotThatIsALittleLateIsNoStandstill() {
        taken(0.9, true, true);

        assertThat(standstills.reasons()).isEmpty();
    }

    private void taken(double secondsLate, boolean measured, boolean reachesMeasurement) {
        long due = 8 * SECOND;
        var snapshot = new Snapshot(
                7, due - SECOND, due + (long) (secondsLate * SECOND), Counts.NONE, new LatencySet(), new LatencySet());
        standstills.taken(worker, snapshot, due, measured, reachesMeasurement);
    }
}
