package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Severity;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The measurement is from 10 s to 20 s. */
class WorkerStandstillsTest {
    private static final long SECOND = 1_000_000_000;

    private final WorkerStandstills standstills =
            new WorkerStandstills(RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", 1, Topology.SWARM)
                    .assignments());
    private final WorkerLink worker = new WorkerLink(0, "one");

    /** Only the part in the measurement counts; before it, a standstill is a note. */
    @ParameterizedTest
    @CsvSource({
        "4, 9, NOTE, 'once, for 5.0 s at most, from ', 0, false",
        "6, 12, DEGRADED, 'once in the measurement, for 2.0 s at most, from 00:00:10', 0.2, true",
        "12, 17, DEGRADED, 'once in the measurement, for 5.0 s at most, from ', 0.5, true"
    })
    void aStandstillInTheMeasurementDegradesTheRunAndLowersItsLoad(
            long from, long to, Severity severity, String text, double share, boolean kept) {
        stood(from, to);

        assertThat(standstills.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.text()).startsWith("worker one stood still " + text);
        });
        assertThat(standstills.shareOfLoad(10)).isEqualTo(share);
        assertThat(standstills.consumersStoodInMeasurement()).isEqualTo(kept);
    }

    /** Of the two, only one has consumers. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void deliveriesWaitOnlyForWorkersWithConsumers(int number) {
        List<Assignment> assignments = RunPlan.of(
                        Workloads.small().build(), DriverConfig.of("none"), "r", 2, Topology.ENSEMBLE)
                .assignments();
        var ofTwo = new WorkerStandstills(assignments);
        ofTwo.stood(new WorkerLink(number, "w"), new Pause(12 * SECOND, 5 * SECOND), Optional::of);

        boolean consumes = !assignments.get(number).clients().consumers().isEmpty();
        assertThat(ofTwo.consumersStoodInMeasurement()).isEqualTo(consumes);
        assertThat(consumes)
                .isNotEqualTo(!assignments.get(1 - number).clients().consumers().isEmpty());
    }

    @Test
    void aPauseBelowASecondIsNoStandstill() {
        standstills.stood(worker, new Pause(12 * SECOND, SECOND - 1), Optional::of);

        assertThat(standstills.reasons()).isEmpty();
    }

    /** It waited for its clients to close, for example: its process ran. */
    @Test
    void aLateSnapshotAloneIsNoStandstill() {
        var snapshot = new Snapshot(7, 12 * SECOND, 43 * SECOND, Counts.NONE, new LatencySet(), new LatencySet());
        standstills.taken(worker, snapshot, 13 * SECOND);

        assertThat(standstills.reasons()).isEmpty();
        assertThat(standstills.take(7)).isEqualTo(WorkerStandstills.Absence.ALL);
    }

    private void stood(long fromSecond, long toSecond) {
        standstills.stood(
                worker,
                new Pause(fromSecond * SECOND, (toSecond - fromSecond) * SECOND),
                range -> range.endNanos() <= 10 * SECOND
                        ? Optional.empty()
                        : Optional.of(new TimeRange(Math.max(range.beginNanos(), 10 * SECOND), range.endNanos())));
    }
}
