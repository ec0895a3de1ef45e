package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.system.ThrottleTrack.Stopped;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.AvailabilityResult;
import dev.weir.result.run.AvailabilityResult.Recovery;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A load of 1,000 messages a second, in snapshots of a tenth of one. */
class AvailabilityTrackTest {
    private static final long TENTH = 100_000_000;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final int RATE = 1000;
    private static final Offset<Double> EXACTLY = within(1e-6);

    private AvailabilityTrack track = new AvailabilityTrack(Workloads.small().build());
    private long at = START;
    private long acknowledged;
    private long received;
    private Absence absence = Absence.NONE;

    @Test
    void aLoadThatIsServedIsNotOut() {
        tenths(100, Phase.WARM_UP, 100, 100, 100);
        tenths(100, Phase.MEASUREMENT, 100, 100, 100);

        AvailabilityResult result = result();
        assertThat(result.resolutionSeconds()).isEqualTo(0.1, EXACTLY);
        assertThat(result.publish().count()).isZero();
        assertThat(result.delivery().count()).isZero();
        assertThat(result.recoveries()).isEmpty();
    }

    /** 5 s without an answer, then twice the rate until all is made up for, which takes 5 s more. */
    @Test
    void reportsTheLengthOfAnOutageAndTheTimeOfRecovery() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        long killed = at;
        tenths(50, Phase.MEASUREMENT, 100, 0, 0);
        tenths(50, Phase.MEASUREMENT, 100, 200, 200);
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);

        AvailabilityResult result = result(RunEvent.of(EventKind.BROKER_KILLED, killed, "broker 1 was killed"));
        assertThat(result.publish().count()).isEqualTo(1);
        assertThat(result.publish().unavailableSeconds()).isEqualTo(5, EXACTLY);
        // Messages without acknowledgement need not be delivered.
        assertThat(result.delivery().count()).isZero();
        Recovery recovery = result.recoveries().get(0);
        assertThat(recovery.cause()).isEqualTo(EventKind.BROKER_KILLED);
        // By a tenth of a second's load the rate may be behind.
        assertThat(recovery.afterSeconds().orElseThrow()).isEqualTo(9.9, within(0.11));
    }

    /** 3 s after a broker was killed another is: the load has to be again as it was before the first. */
    @Test
    void whatHappensBeforeTheLoadHasRecoveredIsNotHeldAgainstADisturbedOne() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        long first = at;
        tenths(30, Phase.MEASUREMENT, 100, 0, 0);
        long second = at;
        tenths(20, Phase.MEASUREMENT, 100, 0, 0);
        tenths(50, Phase.MEASUREMENT, 100, 200, 200);
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);

        List<Recovery> recoveries = result(
                        RunEvent.of(EventKind.BROKER_KILLED, first, "broker 1 was killed"),
                        RunEvent.of(EventKind.BROKER_KILLED, second, "broker 2 was killed"))
                .recoveries();
        assertThat(recoveries.get(0).afterSeconds().orElseThrow()).isEqualTo(9.9, within(0.11));
        assertThat(recoveries.get(1).afterSeconds().orElseThrow()).isEqualTo(6.9, within(0.11));
    }

    /** The worker with all consumers is stopped for 8 s: what it did not receive then is unknown, and no outage. */
    @Test
    void whatAStoppedWorkerDidNotDoIsNoOutageOfTheSystem() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        absence = new Absence(false, true);
        tenths(80, Phase.MEASUREMENT, 100, 100, 0);
        absence = Absence.NONE;
        tenths(20, Phase.MEASUREMENT, 100, 100, 500);
        absence = new Absence(true, false);
        tenths(50, Phase.MEASUREMENT, 0, 0, 0);
        absence = Absence.NONE;
        tenths(40, Phase.MEASUREMENT, 225, 225, 225);

        AvailabilityResult result = result();
        assertThat(result.delivery().count()).isZero();
        assertThat(result.publish().count()).isZero();
        assertThat(result.recoveries()).isEmpty();
    }

    /** Brokers delay all answers for 3 s because of a quota, and the load catches up later. */
    @Test
    void aTimeInWhichAQuotaStopsTheClientsIsNoOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        stopped = new Stopped(true, false);
        tenths(30, Phase.MEASUREMENT, 100, 0, 0);
        stopped = new Stopped(false, true);
        tenths(30, Phase.MEASUREMENT, 100, 100, 0);
        stopped = Stopped.NONE;
        tenths(20, Phase.MEASUREMENT, 100, 0, 300);

        AvailabilityResult result = result();
        assertThat(result.delivery().count()).isZero();
        assertThat(result.publish().unavailableSeconds()).isEqualTo(2, EXACTLY);
    }

    /** Without a fault of ours the outage itself is what the load recovers from. */
    @Test
    void reportsOutagesWithoutAnInjectedFault() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(15, Phase.MEASUREMENT, 100, 0, 0);
        tenths(15, Phase.MEASUREMENT, 100, 200, 200);
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(20, Phase.MEASUREMENT, 100, 0, 0);

        AvailabilityResult result = result();
        assertThat(result.publish().count()).isEqualTo(2);
        assertThat(result.publish().unavailableSeconds()).isEqualTo(3.5, EXACTLY);
        assertThat(result.publish().longest().orElseThrow().seconds()).isEqualTo(2, EXACTLY);
        assertThat(result.recoveries()).extracting(Recovery::cause).containsOnly(FindingCode.PUBLISH_UNAVAILABLE);
        assertThat(result.recoveries().get(1).afterSeconds()).isEmpty();
    }

    @Test
    void whatIsRefusedAtOnceIsNotServedEither() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        for (int i = 0; i < 20; i++) {
            add(Phase.MEASUREMENT, RATE, 100, 0, 100, 0);
        }
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);

        assertThat(result().publish().unavailableSeconds()).isEqualTo(2, EXACTLY);
    }

    @Test
    void acknowledgedMessagesThatDoNotArriveAreADeliveryOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(30, Phase.MEASUREMENT, 100, 100, 0);
        tenths(10, Phase.MEASUREMENT, 100, 100, 400);

        AvailabilityResult result = result();
        assertThat(result.publish().count()).isZero();
        // In the first tenth there is nothing yet that would have to be delivered.
        assertThat(result.delivery().unavailableSeconds()).isEqualTo(2.9, EXACTLY);
    }

    /** Where only one is due each second, nothing may have had its turn; a second is as short as others' pauses are. */
    @Test
    void aPauseThatNeedNotBeTheSystemsIsNoOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(9, Phase.MEASUREMENT, 100, 0, 0);
        tenths(20, Phase.MEASUREMENT, 100, 145, 145);
        assertThat(result().publish().count()).isZero();

        track = new AvailabilityTrack(Workloads.small().build());
        for (int i = 0; i < 100; i++) {
            add(Phase.MEASUREMENT, 1, i % 30 == 0 ? 3 : 0, i % 30 == 25 ? 3 : 0, 0, i % 30 == 25 ? 3 : 0);
        }
        assertThat(result().publish().count()).isZero();
    }

    /** A transaction of 1,000 messages takes each of the two producers 2 s; nothing is acknowledged before its end. */
    @Test
    void aTransactionThatFillsUpIsNoOutage() {
        track = new AvailabilityTrack(Workloads.small().transactions(1000, 0).build());
        for (int i = 0; i < 5; i++) {
            tenths(19, Phase.MEASUREMENT, 100, 0, 0);
            tenths(1, Phase.MEASUREMENT, 100, 2000, 2000);
        }

        assertThat(result().publish().count()).isZero();
    }

    @Test
    void consumersThatTakeTheirTimeAreNotTheSystems() {
        Workload slow = Workloads.small().consumerProcessingNanos(1).build();
        track = new AvailabilityTrack(slow);
        tenths(50, Phase.MEASUREMENT, 100, 100, 0);

        assertThat(result().delivery().count()).isZero();
    }

    @Test
    void aFaultWithoutAnOutageDisturbedNothing() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        var killed = RunEvent.of(EventKind.BROKER_KILLED, at, "broker 3 was killed");
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);
        // That it came back is worth no word then.
        var started = RunEvent.of(EventKind.BROKER_STARTED, at, "broker 3 serves again");
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);
        var late = RunEvent.of(EventKind.BROKER_KILLED, at - TENTH, "broker 2 was killed");

        assertThat(result(killed, started, late).recoveries())
                .singleElement()
                .satisfies(recovery -> assertThat(recovery.afterSeconds()).hasValue(0));
    }

    /** An hour and a half, with an outage of 2 s after half an hour and another near the end. */
    @Test
    void dropsSettledPointsAndStillReportsTheirOutages() {
        int most = 0;
        for (int minute = 0; minute < 90; minute++) {
            if (minute == 30 || minute == 89) {
                tenths(20, Phase.MEASUREMENT, 100, 0, 0);
                tenths(20, Phase.MEASUREMENT, 100, 200, 200);
            }
            tenths(600, Phase.MEASUREMENT, 100, 100, 100);
            most = Math.max(most, track.pointCount());
        }

        assertThat(most).isLessThan(5_000);
        AvailabilityResult result = result();
        assertThat(result.resolutionSeconds()).isEqualTo(0.1, EXACTLY);
        assertThat(result.publish().count()).isEqualTo(2);
        assertThat(result.publish().unavailableSeconds()).isEqualTo(4, EXACTLY);
        assertThat(result.publish().outages()).hasSize(2);
        assertThat(result.recoveries())
                .hasSize(2)
                .allSatisfy(recovery ->
                        assertThat(recovery.afterSeconds().orElseThrow()).isEqualTo(3.9, within(0.11)));
    }

    private AvailabilityResult result(RunEvent... faults) {
        return track.result(List.of(faults)).orElseThrow();
    }

    private Stopped stopped = Stopped.NONE;

    private void tenths(int count, Phase phase, long sending, long acknowledging, long receiving) {
        for (int i = 0; i < count; i++) {
            add(phase, RATE, sending, acknowledging, 0, receiving);
        }
    }

    private void add(Phase phase, double target, long sending, long acknowledging, long failing, long receiving) {
        acknowledged += acknowledging;
        received += receiving;
        var counts = new Counts(sending, acknowledging, failing, receiving, 0, 0);
        var tick = new Interval(
                phase,
                at,
                at + TENTH,
                0.1,
                counts,
                Math.max(0, acknowledged - received),
                new LatencySet(),
                new LatencySet());
        at += TENTH;
        track.tick(tick, OptionalDouble.of(target), absence, stopped);
    }
}
