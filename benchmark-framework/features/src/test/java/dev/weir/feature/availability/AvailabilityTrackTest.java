package dev.weir.feature.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.RunObserver.DisturbanceEvent;
import dev.weir.coordinator.workers.RunObserver.TakenSnapshot;
import dev.weir.coordinator.workers.RunObserver.Tick;
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
import dev.weir.workload.text.NumberText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
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

    /**
     * Snapshots as {@code COUNTxSENT/ACKNOWLEDGED/RECEIVED/FAILED}, with what happens between them; the seconds of outages of
     * publishing and of delivery, and after how many seconds the load had recovered, or {@code ?}. Messages are acknowledged in
     * the middle of a snapshot.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            a load that is served | warm-up 100x100/100/100/0 measurement 100x100/100/100/0 | - | - | -
            5 s without an answer, made up for in 5 s | 20x100/100/100/0 kill 50x100/0/0/0 50x100/200/200/0 50x100/100/100/0 | 5.05 | - | 9.8
            a second fault before the load has recovered | 20x100/100/100/0 kill 30x100/0/0/0 kill 20x100/0/0/0 50x100/200/200/0 50x100/100/100/0 | 5.05 | - | 9.8 6.8
            no fault of ours, and a second outage that does not end | 20x100/100/100/0 15x100/0/0/0 15x100/200/200/0 20x100/100/100/0 20x100/0/0/0 | 1.55 2 | - | ? ?
            messages that are refused at once | 20x100/100/100/0 20x100/0/0/100 20x100/100/100/0 | 2.05 | - | ?
            acknowledged messages that do not arrive | 20x100/100/100/0 30x100/100/0/0 10x100/100/400/0 | - | 3.05 | -
            a pause that need not be the system's | 20x100/100/100/0 9x100/0/0/0 20x100/145/145/0 | - | - | -
            transactions of 2 s, acknowledged at their ends | 19x100/0/0/0 1x100/2000/2000/0 19x100/0/0/0 1x100/2000/2000/0 19x100/0/0/0 1x100/2000/2000/0 | - | - | -
            a worker whose process stands still for 1.2 s | 20x100/100/100/0 pause 12x100/0/0/0 20x100/160/160/0 | - | - | -
            the worker with all consumers, then that with all producers, is stopped | 20x100/100/100/0 absent-consumers 80x100/100/0/0 absent-none 20x100/100/500/0 absent-producers 50x0/0/0/0 absent-none 40x225/225/225/0 | - | - | -
            a quota that stops producers, then consumers for 3 s | 20x100/100/100/0 stop-producers 30x100/0/0/0 stop-consumers 30x100/100/0/0 stop-none 20x100/0/300/0 | 2 | - | ?
            a quota that delays producers for 0.4 s of each second | 20x100/100/100/0 delay-producers 30x100/0/0/0 stop-none 20x100/250/250/0 | 3.05 | - | ?
            """)
    void reportsOutagesAndRecoveries(
            String load,
            String course,
            @Nullable String publish,
            @Nullable String delivery,
            @Nullable String recovered) {
        List<DisturbanceEvent> faults = play(course);

        AvailabilityResult result = result(faults.toArray(DisturbanceEvent[]::new));
        assertThat(result.resolutionSeconds()).isEqualTo(0.1, EXACTLY);
        assertThat(seconds(result.publish())).isEqualTo(publish);
        assertThat(seconds(result.delivery())).isEqualTo(delivery);
        assertThat(text(result.recoveries().stream().map(RecoveryTime::afterSeconds)))
                .isEqualTo(recovered);
        if (!faults.isEmpty()) {
            assertThat(result.recoveries())
                    .extracting(RecoveryTime::cause)
                    .containsExactlyElementsOf(
                            faults.stream().map(fault -> fault.event().text()).toList());
        } else if (publish != null) {
            assertThat(result.recoveries()).extracting(RecoveryTime::cause).containsOnly("an outage of publishing");
        }
    }

    private List<DisturbanceEvent> play(String course) {
        List<DisturbanceEvent> faults = new ArrayList<>();
        Phase phase = Phase.MEASUREMENT;
        for (String word : course.split(" ", -1)) {
            switch (word) {
                case "warm-up" -> phase = Phase.WARM_UP;
                case "measurement" -> phase = Phase.MEASUREMENT;
                case "kill" -> faults.add(fault(at, "broker " + faults.size() + " was killed"));
                case "pause" -> hiccups = List.of(new Pause(at, 12 * TENTH));
                case "absent-producers" -> absence = new Absence(true, false);
                case "absent-consumers" -> absence = new Absence(false, true);
                case "absent-none" -> absence = Absence.NONE;
                case "stop-producers" -> stopped = new Absence(true, false);
                case "stop-consumers" -> stopped = new Absence(false, true);
                case "stop-none" -> stopped = Absence.NONE;
                case "delay-producers" -> {
                    stopped = new Absence(true, false);
                    stoppedNanos = TENTH * 4 / 10;
                }
                default -> {
                    int[] figures = Pattern.compile("[x/]")
                            .splitAsStream(word)
                            .mapToInt(Integer::parseInt)
                            .toArray();
                    for (int i = 0; i < figures[0]; i++) {
                        add(phase, RATE, figures[1], figures[2], figures[4], figures[3]);
                    }
                }
            }
        }
        return faults;
    }

    private static @Nullable String seconds(AvailabilityResult.Outages outages) {
        assertThat(outages.count()).isEqualTo(outages.outages().size());
        return text(outages.outages().stream().map(outage -> OptionalDouble.of(outage.seconds())));
    }

    private static @Nullable String text(Stream<OptionalDouble> seconds) {
        String text = seconds.map(each ->
                        each.isPresent() ? NumberText.plain(Math.round(each.getAsDouble() * 1000) / 1000.0) : "?")
                .collect(Collectors.joining(" "));
        return text.isEmpty() ? null : text;
    }

    /** A worker reports late while the load recovers. */
    @Test
    void reportsThatTheTimeOfARecoveryIsUnknown() {
        tenths(20, 100, 100, 100);
        long killed = at;
        tenths(20, 100, 0, 0);
        absence = Absence.ALL;
        tenths(1, 100, 100, 100);
        absence = Absence.NONE;
        tenths(20, 100, 200, 200);
        tenths(50, 100, 100, 100);
        track.disturbed(fault(killed, "broker 1 was killed"));

        assertThat(track.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.PROCESS_STOOD_STILL);
            assertThat(reason.text())
                    .endsWith("(broker 1 was killed): a worker reported late or was lost in that time");
        });
        assertThat(track.result().orElseThrow().recoveries()).isEmpty();
        assertThat(track.findings()).extracting(Finding::code).containsExactly(FindingCode.UNAVAILABLE);
    }

    /** Nothing is acknowledged for 3 s when a worker dies, which fails the run. */
    @Test
    void anOutageCountsThatHasNotEndedWhenAWorkerIsLost() {
        tenths(20, 100, 100, 100);
        tenths(30, 100, 0, 0);
        var last = Ticks.interval(Phase.MEASUREMENT, at, at + TENTH, Counts.NONE, new LatencySet());
        track.tick(new Tick(last, number, OptionalDouble.of(RATE), Absence.NONE, Absence.ALL, List.of()));

        assertThat(result().publish().count()).isEqualTo(1);
        assertThat(result().publish().unavailableSeconds()).isEqualTo(3, within(0.11));
    }

    /** Where only one is due each second, nothing may have had its turn. */
    @Test
    void aPauseOfASlowLoadIsNoOutage() {
        for (int i = 0; i < 100; i++) {
            add(Phase.MEASUREMENT, 1, i % 30 == 0 ? 3 : 0, i % 30 == 25 ? 3 : 0, 0, i % 30 == 25 ? 3 : 0);
        }
        assertThat(result().publish().count()).isZero();
    }

    @Test
    void consumersThatTakeTheirTimeAreNotTheSystems() {
        Workload slow = Workloads.small().consumerProcessingNanos(1).build();
        track = track(slow);
        tenths(50, 100, 100, 0);

        assertThat(result().delivery().count()).isZero();
    }

    @Test
    void aFaultWithoutAnOutageDisturbedNothing() {
        tenths(20, 100, 100, 100);
        var killed = fault(at, "broker 3 was killed");
        tenths(50, 100, 100, 100);
        // That it came back is worth no word then.
        var started = new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, at, "broker 3 serves again"), false);
        tenths(50, 100, 100, 100);
        var late = fault(at - TENTH, "broker 2 was killed");

        assertThat(result(killed, started, late).recoveries())
                .singleElement()
                .satisfies(recovery -> assertThat(recovery.afterSeconds()).hasValue(0));
    }

    /** What was due from the lost worker is never answered. */
    @Test
    void theTimeOfARecoveryIsUnknownIfAWorkerIsLostMeanwhile() {
        tenths(20, 100, 100, 100);
        long killed = at;
        tenths(20, 100, 0, 0);
        track.lost(new WorkerLink(0, ""));
        tenths(100, 100, 100, 100);

        assertThat(result(fault(killed, "broker 1 was killed")).recoveries()).isEmpty();
        assertThat(track.reasons()).hasSize(1);
    }

    /** Buffers are full for 5 s, in which nothing is sent. The workload leaves out what was due then. */
    @Test
    void hasRecoveredAlthoughSkippedMessagesAreNeverAnswered() {
        track = track(Workloads.small()
                .shape(new LoadShape(Arrival.UNIFORM, LoadShape.BURST_PERIOD_NANOS, true, 0, OptionalLong.empty()))
                .build());
        tenths(20, 100, 100, 100);
        long killed = at;
        tenths(1, 100, 0, 0);
        tenths(49, 0, 0, 0);
        tenths(1, 100, 200, 200);
        tenths(50, 100, 100, 100);

        assertThat(recovery(killed).orElseThrow()).isEqualTo(5, within(0.5));
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

        assertThat(recovery(at - 100 * TENTH))
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

        assertThat(recovery(at - 100 * TENTH).orElseThrow()).isEqualTo(1.5, EXACTLY);
    }

    /** A burst each 5 s, and a fault one second after a burst. */
    @Test
    void hasRecoveredIfWholePeriodsOfBurstsAreServed() {
        track = track(shaped(Arrival.BURST, 50 * TENTH));
        for (int i = 0; i < 300; i++) {
            int now = i % 50 == 0 ? 50 : 0;
            add(Phase.MEASUREMENT, 10, now, now, 0, now);
        }

        assertThat(recovery(at - 190 * TENTH)).hasValue(0);
    }

    /** An hour and a half, with an outage of 2 s after half an hour and another near the end. */
    @Test
    void dropsSettledPointsAndStillReportsTheirOutages() {
        int most = 0;
        for (int minute = 0; minute < 90; minute++) {
            if (minute == 30 || minute == 89) {
                tenths(20, 100, 0, 0);
                tenths(20, 100, 200, 200);
            }
            tenths(600, 100, 100, 100);
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
        tenths(100, 100, 100, 100);

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
        tenths(100, 100, 100, 100);

        assertThat(result().publish().partial()).hasSize(otherIsServed ? 0 : 1);
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

    private OptionalDouble recovery(long killedNanos) {
        return result(fault(killedNanos, "broker 1 was killed"))
                .recoveries()
                .get(0)
                .afterSeconds();
    }

    private AvailabilityResult result(DisturbanceEvent... faults) {
        List.of(faults).forEach(track::disturbed);
        return track.result().orElseThrow();
    }

    private Absence stopped = Absence.NONE;
    private long stoppedNanos = TENTH;

    private void tenths(int count, long sending, long acknowledging, long receiving) {
        for (int i = 0; i < count; i++) {
            add(Phase.MEASUREMENT, RATE, sending, acknowledging, 0, receiving);
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
