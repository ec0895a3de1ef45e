package dev.weir.feature.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.RunObserver.DisturbanceEvent;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLinks;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.host.observation.ControlGroupUse;
import dev.weir.host.observation.NetworkUse;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Counts;
import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TopicGaps;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.IsoTime;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Throttling;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A load of 1,000 messages a second, in snapshots of a tenth of one. */
class AvailabilityTrackTest {
    private static final long TENTH = 100_000_000;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final int RATE = 1000;
    private static final Offset<Double> EXACTLY = within(1e-6);

    /** Messages are acknowledged in the middle of a snapshot. */
    private static final Offset<Double> HALF_A_SNAPSHOT = within(0.051);

    private AvailabilityTrack track = track(Workloads.small().build());
    private final GapRecorder publishing = new GapRecorder(1, true);
    private final GapRecorder delivery = new GapRecorder(1, true);
    private final ArrayDeque<Long> sent = new ArrayDeque<>();
    private final ArrayDeque<Long> undelivered = new ArrayDeque<>();
    private List<Pause> hiccups = List.of();
    private long number;
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

        AvailabilityResult result = result(fault(killed, "broker 1 was killed"));
        assertThat(result.publish().count()).isEqualTo(1);
        assertThat(result.publish().unavailableSeconds()).isEqualTo(5, within(0.11));
        // Messages without acknowledgement need not be delivered.
        assertThat(result.delivery().count()).isZero();
        RecoveryTime recovery = result.recoveries().get(0);
        assertThat(recovery.cause()).isEqualTo("broker 1 was killed");
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

        List<RecoveryTime> recoveries = result(
                        fault(first, "broker 1 was killed"), fault(second, "broker 2 was killed"))
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

    /** A worker reports late while the load recovers. */
    @Test
    void reportsThatTheTimeOfARecoveryIsUnknown() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        long killed = at;
        tenths(20, Phase.MEASUREMENT, 100, 0, 0);
        absence = Absence.ALL;
        tenths(1, Phase.MEASUREMENT, 100, 100, 100);
        absence = Absence.NONE;
        tenths(20, Phase.MEASUREMENT, 100, 200, 200);
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);
        track.disturbed(fault(killed, "broker 1 was killed"));

        assertThat(track.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.PROCESS_STOOD_STILL);
            assertThat(reason.text())
                    .endsWith("(broker 1 was killed): a worker reported late or was lost in that time");
        });
        assertThat(track.result().orElseThrow().recoveries()).isEmpty();
        assertThat(track.findings()).extracting(Finding::code).containsExactly(FindingCode.UNAVAILABLE);
    }

    /** Brokers delay all answers for 3 s because of a quota, and the load catches up later. */
    @Test
    void aTimeInWhichAQuotaStopsTheClientsIsNoOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        stopped = new Absence(true, false);
        tenths(30, Phase.MEASUREMENT, 100, 0, 0);
        stopped = new Absence(false, true);
        tenths(30, Phase.MEASUREMENT, 100, 100, 0);
        stopped = Absence.NONE;
        tenths(20, Phase.MEASUREMENT, 100, 0, 300);

        AvailabilityResult result = result();
        assertThat(result.delivery().count()).isZero();
        assertThat(result.publish().unavailableSeconds()).isEqualTo(2, within(0.11));
    }

    @Test
    void anOutageOfAClientThatAQuotaHardlyDelaysCounts() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        stopped = new Absence(true, false);
        stoppedNanos = TENTH * 4 / 10;
        tenths(30, Phase.MEASUREMENT, 100, 0, 0);
        stopped = Absence.NONE;
        tenths(20, Phase.MEASUREMENT, 100, 250, 250);

        assertThat(result().publish().unavailableSeconds()).isEqualTo(3, within(0.11));
    }

    /** Nothing is acknowledged for 3 s when a worker dies, which fails the run. */
    @Test
    void anOutageCountsThatHasNotEndedWhenAWorkerIsLost() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(30, Phase.MEASUREMENT, 100, 0, 0);
        var last = Ticks.interval(Phase.MEASUREMENT, at, at + TENTH, Counts.NONE, new LatencySet());
        track.tick(new Tick(last, number, OptionalDouble.of(RATE), Absence.NONE, Absence.ALL, List.of()));

        assertThat(result().publish().count()).isEqualTo(1);
        assertThat(result().publish().unavailableSeconds()).isEqualTo(3, within(0.11));
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
        assertThat(result.publish().unavailableSeconds()).isEqualTo(3.5, within(0.11));
        assertThat(result.publish().longest().orElseThrow().seconds()).isEqualTo(2, within(0.11));
        assertThat(result.recoveries()).extracting(RecoveryTime::cause).containsOnly("an outage of publishing");
        assertThat(result.recoveries().get(1).afterSeconds()).isEmpty();
    }

    @Test
    void whatIsRefusedAtOnceIsNotServedEither() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        for (int i = 0; i < 20; i++) {
            add(Phase.MEASUREMENT, RATE, 100, 0, 100, 0);
        }
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);

        assertThat(result().publish().unavailableSeconds()).isEqualTo(2, within(0.11));
    }

    @Test
    void acknowledgedMessagesThatDoNotArriveAreADeliveryOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(30, Phase.MEASUREMENT, 100, 100, 0);
        tenths(10, Phase.MEASUREMENT, 100, 100, 400);

        AvailabilityResult result = result();
        assertThat(result.publish().count()).isZero();
        assertThat(result.delivery().unavailableSeconds()).isEqualTo(3.05, EXACTLY);
    }

    /** Where only one is due each second, nothing may have had its turn; a second is as short as others' pauses are. */
    @Test
    void aPauseThatNeedNotBeTheSystemsIsNoOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        tenths(9, Phase.MEASUREMENT, 100, 0, 0);
        tenths(20, Phase.MEASUREMENT, 100, 145, 145);
        assertThat(result().publish().count()).isZero();

        track = track(Workloads.small().build());
        for (int i = 0; i < 100; i++) {
            add(Phase.MEASUREMENT, 1, i % 30 == 0 ? 3 : 0, i % 30 == 25 ? 3 : 0, 0, i % 30 == 25 ? 3 : 0);
        }
        assertThat(result().publish().count()).isZero();
    }

    /** A transaction of 1,000 messages takes each of the two producers 2 s; nothing is acknowledged before its end. */
    @Test
    void aTransactionThatFillsUpIsNoOutage() {
        track = track(Workloads.small().build());
        for (int i = 0; i < 5; i++) {
            tenths(19, Phase.MEASUREMENT, 100, 0, 0);
            tenths(1, Phase.MEASUREMENT, 100, 2000, 2000);
        }

        assertThat(result().publish().count()).isZero();
    }

    @Test
    void consumersThatTakeTheirTimeAreNotTheSystems() {
        Workload slow = Workloads.small().consumerProcessingNanos(1).build();
        track = track(slow);
        tenths(50, Phase.MEASUREMENT, 100, 100, 0);

        assertThat(result().delivery().count()).isZero();
    }

    @Test
    void aFaultWithoutAnOutageDisturbedNothing() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        var killed = fault(at, "broker 3 was killed");
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);
        // That it came back is worth no word then.
        var started = new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, at, "broker 3 serves again"), false);
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);
        var late = fault(at - TENTH, "broker 2 was killed");

        assertThat(result(killed, started, late).recoveries())
                .singleElement()
                .satisfies(recovery -> assertThat(recovery.afterSeconds()).hasValue(0));
    }

    /** What was due from the lost worker is never answered. */
    @Test
    void theTimeOfARecoveryIsUnknownIfAWorkerIsLostMeanwhile() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        long killed = at;
        tenths(20, Phase.MEASUREMENT, 100, 0, 0);
        track.lost(new WorkerLink(0, ""));
        tenths(100, Phase.MEASUREMENT, 100, 100, 100);

        assertThat(result(fault(killed, "broker 1 was killed")).recoveries()).isEmpty();
        assertThat(track.reasons()).hasSize(1);
    }

    /** Buffers are full for 5 s, in which nothing is sent. The workload leaves out what was due then. */
    @Test
    void hasRecoveredAlthoughSkippedMessagesAreNeverAnswered() {
        track = track(Workloads.small()
                .shape(new LoadShape(Arrival.UNIFORM, LoadShape.BURST_PERIOD_NANOS, true, 0, OptionalLong.empty()))
                .build());
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        long killed = at;
        tenths(1, Phase.MEASUREMENT, 100, 0, 0);
        tenths(49, Phase.MEASUREMENT, 0, 0, 0);
        tenths(1, Phase.MEASUREMENT, 100, 200, 200);
        tenths(50, Phase.MEASUREMENT, 100, 100, 100);

        assertThat(result(fault(killed, "broker 1 was killed"))
                        .recoveries()
                        .get(0)
                        .afterSeconds()
                        .orElseThrow())
                .isEqualTo(5, within(0.5));
    }

    /** In the 10 s after a fault, 5 % fewer messages are due than on average. */
    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "POISSON"})
    void aLoadMayBeBehindAsFarAsChanceExplains(Arrival arrival) {
        track = track(shaped(arrival, LoadShape.BURST_PERIOD_NANOS));
        for (int i = 0; i < 200; i++) {
            int now = i < 100 ? 20 : 19;
            add(Phase.MEASUREMENT, 200, now, now, 0, now);
        }

        assertThat(result(fault(at - 100 * TENTH, "broker 1 was killed"))
                        .recoveries()
                        .get(0)
                        .afterSeconds())
                .isEqualTo(arrival == Arrival.POISSON ? OptionalDouble.of(0) : OptionalDouble.empty());
    }

    /** Of 10 messages a second, chance explains that 15 are not due, but not that 15 wait for 1.5 s. */
    @Test
    void anOutageOfASlowPoissonLoadIsNoChance() {
        track = track(shaped(Arrival.POISSON, LoadShape.BURST_PERIOD_NANOS));
        for (int i = 0; i < 200; i++) {
            int answered = i < 100 || i > 115 ? 1 : i == 115 ? 16 : 0;
            add(Phase.MEASUREMENT, 10, 1, answered, 0, answered);
        }

        assertThat(result(fault(at - 100 * TENTH, "broker 1 was killed"))
                        .recoveries()
                        .get(0)
                        .afterSeconds()
                        .orElseThrow())
                .isEqualTo(1.5, EXACTLY);
    }

    /** A burst each 5 s, and a fault one second after a burst. */
    @Test
    void hasRecoveredIfWholePeriodsOfBurstsAreServed() {
        track = track(shaped(Arrival.BURST, 50 * TENTH));
        for (int i = 0; i < 300; i++) {
            int now = i % 50 == 0 ? 50 : 0;
            add(Phase.MEASUREMENT, 10, now, now, 0, now);
        }

        assertThat(result(fault(at - 190 * TENTH, "broker 1 was killed"))
                        .recoveries()
                        .get(0)
                        .afterSeconds())
                .hasValue(0);
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
        assertThat(result.publish().unavailableSeconds()).isEqualTo(4, within(0.11));
        assertThat(result.publish().outages()).hasSize(2);
        assertThat(result.recoveries())
                .hasSize(2)
                .allSatisfy(recovery ->
                        assertThat(recovery.afterSeconds().orElseThrow()).isEqualTo(3.9, within(0.11)));
    }

    /** A third of the partitions has no leader for 3.6 s, while the snapshots are a second apart or more. */
    @Test
    void reportsWhichPartitionsWereOutAndForHowLong() {
        String topic = assignments(1).get(0).clients().producers().get(0).topic();
        var partitions = new GapRecorder(6, false);
        track = track(Workloads.small().build());
        for (long nanos = START; nanos < START + 100 * TENTH; nanos += TENTH) {
            boolean isOut = nanos > START + 20 * TENTH && nanos < START + 56 * TENTH;
            for (int partition = 0; partition < 6; partition++) {
                if (partition % 3 > 0 || !isOut) {
                    boolean waited = partition % 3 == 0 && nanos == START + 56 * TENTH;
                    partitions.progress(partition, waited ? START + 20 * TENTH + 1 : nanos - 1, nanos);
                }
            }
        }
        taken(0, new TopicGaps(topic, TopicGaps.PUBLISHING, partitions.take(at)));
        mergeBeforeLoad();
        number = 1;
        tenths(100, Phase.MEASUREMENT, 100, 100, 100);

        AvailabilityResult.Outages publish = result().publish();
        assertThat(publish.count()).isZero();
        assertThat(publish.partial()).singleElement().satisfies(outage -> {
            assertThat(IsoTime.epochNanos(outage.begin())).isBetween(START + 20 * TENTH, START + 21 * TENTH);
            assertThat(outage.seconds()).isEqualTo(3.6, within(0.001));
            assertThat(outage.count()).isEqualTo(2);
            assertThat(outage.partitions()).containsExactly(topic + "-0", topic + "-3");
        });
        assertThat(result().delivery().partial()).isEmpty();
    }

    /** Nothing of a partition was acknowledged only if no worker got an acknowledgement. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOutageIsOneOfAllWorkers(boolean otherIsServed) {
        List<Assignment> two = assignments(2);
        String topic = two.get(0).clients().producers().get(0).topic();
        track.planned(two);
        var gaps = List.of(new GapRecorder(1, true), new GapRecorder(1, true));
        gaps.forEach(each -> each.progress(0, START - 1, START));
        for (int tenth = 1; otherIsServed && tenth < 30; tenth++) {
            gaps.get(1).progress(0, START + tenth * TENTH - 1, START + tenth * TENTH);
        }
        gaps.forEach(each -> each.progress(0, START + 1, START + 30 * TENTH));
        for (int worker = 0; worker < 2; worker++) {
            taken(
                    worker,
                    new TopicGaps(topic, TopicGaps.PUBLISHING, gaps.get(worker).take(START + 31 * TENTH)));
        }
        mergeBeforeLoad();
        number = 1;
        tenths(100, Phase.MEASUREMENT, 100, 100, 100);

        assertThat(result().publish().partial()).hasSize(otherIsServed ? 0 : 1);
    }

    /** The process of the only worker stands still for 1.2 s, which no snapshot misses. */
    @Test
    void aStandstillOfAWorkerIsNoOutage() {
        tenths(20, Phase.MEASUREMENT, 100, 100, 100);
        hiccups = List.of(new Pause(at, 12 * TENTH));
        tenths(12, Phase.MEASUREMENT, 100, 0, 0);
        tenths(20, Phase.MEASUREMENT, 100, 160, 160);

        assertThat(result().publish().count()).isZero();
        assertThat(result().delivery().count()).isZero();
    }

    /** One message a second, one burst of 100 in 5 s, and a closed loop: each is acknowledged within a tenth. */
    @ParameterizedTest
    @CsvSource({"10, 1", "50, 100", "1, 1"})
    void aLoadWithPausesIsNotOut(int tenths, int messages) {
        for (int i = 0; i < 300; i++) {
            int now = i % tenths == 0 ? messages : 0;
            add(Phase.MEASUREMENT, 10.0 * messages / tenths, now, now, 0, now);
        }

        assertThat(result().publish().count()).isZero();
        assertThat(result().delivery().count()).isZero();
    }

    /** The system serves nothing for 2.5 s: one message a second, then a closed loop of one message. */
    @ParameterizedTest
    @ValueSource(ints = {10, 1})
    void aSlowLoadIsOutForAsLongAsItsMessagesWait(int tenths) {
        for (int i = 0; i < 300; i++) {
            boolean isOut = i > 100 && i < 126;
            int now = i % tenths == 0 && (tenths > 1 || !isOut) ? 1 : 0;
            int waiting = sent.size() + now;
            int answered = isOut ? 0 : waiting;
            add(Phase.MEASUREMENT, 10.0 / tenths, i == 101 ? 1 : now, answered, 0, answered);
        }

        assertThat(result().publish().count()).isEqualTo(1);
        assertThat(result().publish().unavailableSeconds()).isEqualTo(2.5, HALF_A_SNAPSHOT);
    }

    /** Another worker was lost with 5 messages in flight. The load has a burst each 5 s, and ends between two. */
    @Test
    void messagesOfALostWorkerDoNotWait() {
        track.planned(assignments(2));
        var open = new Counts(5, 0, 0, 0, 0, 0);
        taken(1);
        var tick = Ticks.interval(Phase.MEASUREMENT, at, at + TENTH, open, new LatencySet());
        track.tick(new Tick(tick, number++, OptionalDouble.of(20), Absence.NONE, Absence.NONE, List.of()));
        at += TENTH;
        track.lost(WorkerLinks.after(1, open));
        for (int i = 0; i < 100; i++) {
            int now = i % 50 == 0 ? 100 : 0;
            add(Phase.MEASUREMENT, 20, now, now, 0, now);
        }

        assertThat(result().publish().count()).isZero();
    }

    private static List<Assignment> assignments(int workers) {
        return RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", workers, Topology.SWARM)
                .assignments();
    }

    private AvailabilityTrack track(Workload workload) {
        var created = new AvailabilityTrack(workload);
        created.planned(assignments(1));
        return created;
    }

    private static Workload shaped(Arrival arrival, long burstPeriodNanos) {
        return Workloads.small()
                .shape(new LoadShape(arrival, burstPeriodNanos, false, 0, OptionalLong.empty()))
                .build();
    }

    private void taken(int worker, TopicGaps... gaps) {
        var observation =
                new Observation(0, hiccups, List.of(), 0, Optional.empty(), ControlGroupUse.NONE, NetworkUse.NONE, 0);
        var snapshot = new Snapshot(number, at, at + TENTH, Counts.NONE, new LatencySet(), new LatencySet());
        var throttling = new Throttling(throttled(stopped.producing()), throttled(stopped.consuming()));
        Message.SnapshotTaken message = Ticks.taken(snapshot, throttling, new LatencySamples(), observation, gaps);
        var taken = new TakenSnapshot(new WorkerLink(worker, ""), message, snapshot, Phase.MEASUREMENT);
        track.taken(taken);
    }

    private Throttling.Clients throttled(boolean stopped) {
        return stopped ? new Throttling.Clients(1, stoppedNanos, stoppedNanos) : Throttling.Clients.NONE;
    }

    private void mergeBeforeLoad() {
        track.tick(Ticks.tick(Ticks.interval(Phase.PREPARE, at, at, Counts.NONE, new LatencySet())));
    }

    private static DisturbanceEvent fault(long atNanos, String text) {
        return new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, atNanos, text), true);
    }

    private AvailabilityResult result(DisturbanceEvent... faults) {
        List.of(faults).forEach(track::disturbed);
        return track.result().orElseThrow();
    }

    private Absence stopped = Absence.NONE;
    private long stoppedNanos = TENTH;

    private void tenths(int count, Phase phase, long sending, long acknowledging, long receiving) {
        for (int i = 0; i < count; i++) {
            add(phase, RATE, sending, acknowledging, 0, receiving);
        }
    }

    private void add(Phase phase, double target, long sending, long acknowledging, long failing, long receiving) {
        acknowledged += acknowledging;
        received += receiving;
        var latencies = new LatencySet();
        long then = at + TENTH / 2;
        for (int i = 0; i < sending; i++) {
            sent.add(at);
        }
        for (int i = 0; i < acknowledging && !sent.isEmpty(); i++) {
            long sentNanos = sent.remove();
            undelivered.add(sentNanos);
            publishing.progress(0, sentNanos, then);
            latencies.of(Latency.PUBLISH_SERVICE).values().record(then - sentNanos, 1);
        }
        for (int i = 0; i < failing && !sent.isEmpty(); i++) {
            publishing.givenUp(0, sent.remove(), then);
        }
        for (int i = 0; i < receiving && !undelivered.isEmpty(); i++) {
            delivery.progress(0, undelivered.remove(), then);
        }
        taken(
                0,
                new TopicGaps(TopicGaps.ALL, TopicGaps.PUBLISHING, publishing.take(at + TENTH)),
                new TopicGaps(TopicGaps.ALL, 0, delivery.take(at + TENTH)));
        hiccups = List.of();
        var counts = new Counts(sending, acknowledging, failing, receiving, 0, 0);
        var tick = new Interval(
                phase, at, at + TENTH, 0.1, counts, Math.max(0, acknowledged - received), new LatencySet(), latencies);
        at += TENTH;
        track.tick(new Tick(tick, number++, OptionalDouble.of(target), Absence.NONE, absence, List.of()));
    }
}
