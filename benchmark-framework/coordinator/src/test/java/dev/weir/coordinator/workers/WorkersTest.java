package dev.weir.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.audit.SequenceSet;
import dev.weir.clock.Deadline;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.Ticks;
import dev.weir.driver.config.DriverConfig;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are waited for, are lost, or stand still. The measurement is from 10 s to 20 s. */
class WorkersTest {
    private static final long SECOND = 1_000_000_000;

    private final ManualClock clock = new ManualClock(0);
    private final AtomicInteger turns = new AtomicInteger();
    private final WorkerStandstills standstills =
            new WorkerStandstills(assignments(Workloads.small(), 1, Topology.SWARM));
    private final WorkerLink worker = new WorkerLink(0, "one");

    /**
     * Stopped for 40 s, the coordinator has not heard what its workers said: they have their 2 s again, and no more. A moment
     * of the load is not put off.
     */
    @ParameterizedTest
    @CsvSource({"true, 42700", "false, 40000"})
    @Timeout(60)
    void aLimitForWorkersIsExtendedByTheCoordinatorsOwnStandstill(boolean forWorkers, long endMillis)
            throws InterruptedException {
        BooleanSupplier turn = () -> {
            clock.advance(turns.incrementAndGet() == 1 ? Duration.ofSeconds(40) : Duration.ofMillis(900));
            return false;
        };
        try (Workers workers = WorkerLinks.none(clock)) {
            Deadline limit = Deadline.after(clock, Duration.ofSeconds(2));

            assertThat(forWorkers ? workers.awaitRunning(limit, turn) : workers.await(limit, turn))
                    .isFalse();
            assertThat(clock.epochNanos())
                    .isEqualTo(Duration.ofMillis(endMillis).toNanos());
        }
    }

    /** Three workers with a producer each; the first one is lost 10.5 s after the begin of the load. */
    @Test
    void theLoadThatIsLeftIsThatOfTheOtherWorkers() {
        var losses =
                new WorkerLosses(assignments(Workloads.small().topics(1, 3).producersPerTopic(3), 3, Topology.SWARM));
        assertThat(losses.shareLeft(second(10))).isEqualTo(1);

        var none = new LatencySet();
        worker.note(Ticks.taken(
                new Snapshot(0, 0, 10 * SECOND + SECOND / 2, Counts.NONE, none, none), new SequenceSet(), List.of()));
        losses.add(worker, 20 * SECOND, "it is silent");

        assertThat(losses.shareLeft(second(9))).isEqualTo(1);
        assertThat(losses.shareLeft(second(10))).isCloseTo(5 / 6.0, within(1e-9));
        assertThat(losses.shareLeft(second(11))).isCloseTo(2 / 3.0, within(1e-9));
        losses.add(second(11), 900);
        assertThat(losses.unsent()).isEqualTo(300);
    }

    /** Only the part in the measurement counts; before it, a standstill is a note. */
    @ParameterizedTest
    @CsvSource({
        "4, 9, NOTE, 'once, for 5.0 s at most, from ', 0, false",
        "6, 12, DEGRADED, 'once in the measurement, for 2.0 s at most, from 00:00:10', 0.2, true",
        "12, 17, DEGRADED, 'once in the measurement, for 5.0 s at most, from ', 0.5, true"
    })
    void aStandstillInTheMeasurementDegradesTheRunAndLowersItsLoad(
            long from, long to, Severity severity, String text, double share, boolean consumersStood) {
        stood(from, to);

        assertThat(standstills.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.text()).startsWith("worker one stood still " + text);
        });
        assertThat(standstills.shareOfLoad(10)).isEqualTo(share);
        assertThat(standstills.consumersStoodInMeasurement()).isEqualTo(consumersStood);
    }

    /** Of the two, only one has consumers. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void deliveriesWaitOnlyForWorkersWithConsumers(int number) {
        List<Assignment> assignments = assignments(Workloads.small(), 2, Topology.ENSEMBLE);
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

    private static List<Assignment> assignments(Workloads workload, int workers, Topology topology) {
        return RunPlan.of(workload.build(), DriverConfig.of("none"), "r", workers, topology)
                .assignments();
    }

    private void stood(long fromSecond, long toSecond) {
        standstills.stood(
                worker,
                new Pause(fromSecond * SECOND, (toSecond - fromSecond) * SECOND),
                range -> range.endNanos() <= 10 * SECOND
                        ? Optional.empty()
                        : Optional.of(new TimeRange(Math.max(range.beginNanos(), 10 * SECOND), range.endNanos())));
    }

    private static Interval second(long number) {
        return Ticks.second(Phase.MEASUREMENT, number, Counts.NONE);
    }
}
