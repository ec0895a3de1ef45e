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
import dev.weir.feature.availability.AvailabilityResult.Outage;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.PartialOutage;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.NetworkUse;
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
import dev.weir.wire.message.Message.Throttling;
import dev.weir.workload.Topology;
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
import org.junit.jupiter.params.provider.ValueSource;

/** A load of 1,000 messages a second, in snapshots of a tenth of one. */
class AvailabilityTrackTest {
    private static final long TENTH = 100_000_000;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final Offset<Double> EXACTLY = within(1e-6);
    private static final Pattern REPEATED = Pattern.compile("(\\d+)\\*\\(([^)]*)\\)");

    private final GapRecorder publishing = new GapRecorder(1, true);
    private final GapRecorder delivery = new GapRecorder(1, true);
    private final ArrayDeque<Long> sent = new ArrayDeque<>();
    private final ArrayDeque<Long> undelivered = new ArrayDeque<>();
    private final List<DisturbanceEvent> faults = new ArrayList<>();
    private AvailabilityTrack track = track(Workloads.small());
    private List<Pause> hiccups = List.of();
    private double target = 1000;
    private long number;
    private long at = START;
    private long acknowledged;
    private long received;
    private Absence absence = Absence.NONE;
    private Absence stopped = Absence.NONE;
    private long stoppedNanos = TENTH;

    /**
     * Snapshots as for {@link #play}; the seconds of outages of publishing and of delivery, and after how many seconds the load had
     * recovered, or {@code ?}.
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
            consumers that take their time | processing 50x100/100/0/0 | - | - | -
            buffers are full for 5 s in which nothing is sent, and the workload leaves out what was due then | skipping 20x100/100/100/0 kill 1x100/0/0/0 49x0/0/0/0 1x100/200/200/0 50x100/100/100/0 | 5.05 | - | 4.6
            for 10 s after a fault 5 % fewer messages are due than on average | rate-200 100x20/20/20/0 kill 100x19/19/19/0 | - | - | ?
            Poisson arrivals: 5 % fewer messages are due for 10 s after a fault, by chance | poisson rate-200 100x20/20/20/0 kill 100x19/19/19/0 | - | - | 0
            of 10 messages a second chance explains that 15 are not due but not that 15 wait for 1.5 s | poisson rate-10 100x1/1/1/0 kill 15x1/0/0/0 1x1/16/16/0 84x1/1/1/0 | 1.55 | - | 1.5
            a fault one second after one of the bursts each 5 s | burst rate-10 2*(1x50/50/50/0 49x0/0/0/0) 1x50/50/50/0 9x0/0/0/0 kill 40x0/0/0/0 3*(1x50/50/50/0 49x0/0/0/0) | - | - | 0
            one message a second of which none may have had its turn | rate-1 3*(1x3/0/0/0 24x0/0/0/0 1x0/3/3/0 4x0/0/0/0) 1x3/0/0/0 9x0/0/0/0 | - | - | -
            one message a second | rate-1 30*(1x1/1/1/0 9x0/0/0/0) | - | - | -
            one burst of 100 in 5 s | rate-20 6*(1x100/100/100/0 49x0/0/0/0) | - | - | -
            a closed loop | rate-10 300x1/1/1/0 | - | - | -
            2.5 s in which nothing is served: one message a second | rate-1 10*(1x1/1/1/0 9x0/0/0/0) 1x1/1/1/0 1x1/0/0/0 8x0/0/0/0 1x1/0/0/0 9x0/0/0/0 1x1/0/0/0 5x0/0/0/0 1x0/3/3/0 3x0/0/0/0 17*(1x1/1/1/0 9x0/0/0/0) | 2.55 | - | 2.5
            2.5 s in which nothing is served: a closed loop of one message | rate-10 101x1/1/1/0 1x1/0/0/0 24x0/0/0/0 1x1/2/2/0 173x1/1/1/0 | 2.55 | - | ?
            """)
    void reportsOutagesAndRecoveries(
            String load,
            String course,
            @Nullable String publish,
            @Nullable String delivery,
            @Nullable String recovered) {
        play(course);

        AvailabilityResult result = result();
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

    /**
     * Adds snapshots as {@code COUNTxSENT/ACKNOWLEDGED/RECEIVED/FAILED} or {@code TIMES*(SNAPSHOTS)}, with what happens between
     * them. Messages are acknowledged in the middle of a snapshot.
     */
    private void play(String course) {
        String all = REPEATED.matcher(course)
                .replaceAll(found -> (found.group(2) + " ")
                        .repeat(Integer.parseInt(found.group(1)))
                        .trim());
        Phase phase = Phase.MEASUREMENT;
        for (String word : all.split(" ", -1)) {
            switch (word) {
                case "warm-up" -> phase = Phase.WARM_UP;
                case "measurement" -> phase = Phase.MEASUREMENT;
                case "kill" -> faults.add(fault(at, "broker " + faults.size() + " was killed"));
                case "lost" -> track.lost(new WorkerLink(0, ""));
                case "pause" -> hiccups = List.of(new Pause(at, 12 * TENTH));
                case "absent-all" -> absence = Absence.ALL;
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
                case "processing" -> track = track(Workloads.small().consumerProcessingNanos(1));
                case "skipping" -> track = shaped(Arrival.UNIFORM, true);
                case "poisson" -> track = shaped(Arrival.POISSON, false);
                case "burst" -> track = shaped(Arrival.BURST, false);
                default -> {
                    int[] figures = Pattern.compile("[x/]")
                            .splitAsStream(word.replace("rate-", ""))
                            .mapToInt(Integer::parseInt)
                            .toArray();
                    if (word.startsWith("rate-")) {
                        target = figures[0];
                    } else {
                        for (int i = 0; i < figures[0]; i++) {
                            add(phase, figures[1], figures[2], figures[4], figures[3]);
                        }
                    }
                }
            }
        }
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

    /** A worker reports late while the load recovers, or is lost: what was due from it is never answered. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "absent-all 1x100/100/100/0 absent-none 20x100/200/200/0 50x100/100/100/0",
                "lost 100x100/100/100/0"
            })
    void reportsThatTheTimeOfARecoveryIsUnknown(String later) {
        play("20x100/100/100/0 kill 20x100/0/0/0 " + later);

        assertThat(result().recoveries()).isEmpty();
        assertThat(track.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ReasonCode.PROCESS_STOOD_STILL);
            assertThat(reason.text())
                    .endsWith("(broker 0 was killed): a worker reported late or was lost in that time");
        });
        assertThat(track.findings()).extracting(Finding::code).containsExactly(FindingCode.UNAVAILABLE);
    }

    /** Nothing is acknowledged for 3 s when a worker dies, which fails the run. */
    @Test
    void anOutageCountsThatHasNotEndedWhenAWorkerIsLost() {
        play("20x100/100/100/0 30x100/0/0/0");
        var last = Ticks.interval(Phase.MEASUREMENT, at, at + TENTH, Counts.NONE, new LatencySet());
        track.tick(new Tick(last, number, OptionalDouble.of(target), Absence.NONE, Absence.ALL, List.of()));

        assertThat(result().publish().count()).isEqualTo(1);
        assertThat(result().publish().unavailableSeconds()).isEqualTo(3, within(0.11));
    }

    @Test
    void aFaultWithoutAnOutageDisturbedNothing() {
        play("20x100/100/100/0 kill 50x100/100/100/0");
        // That it came back is worth no word then.
        faults.add(new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, at, "broker 0 serves again"), false));
        play("50x100/100/100/0");
        faults.add(fault(at - TENTH, "broker 2 was killed"));

        assertThat(result().recoveries())
                .singleElement()
                .satisfies(recovery -> assertThat(recovery.afterSeconds()).hasValue(0));
    }

    /** An hour and a half, with an outage of 2 s after half an hour and another near the end. */
    @Test
    void dropsSettledPointsAndStillReportsTheirOutages() {
        int most = 0;
        for (int minute = 0; minute < 90; minute++) {
            if (minute == 30 || minute == 89) {
                play("20x100/0/0/0 20x100/200/200/0");
            }
            play("600x100/100/100/0");
            most = Math.max(most, track.pointCount());
        }

        assertThat(most).isLessThan(5_000);
        AvailabilityResult result = result();
        assertThat(result.resolutionSeconds()).isEqualTo(0.1, EXACTLY);
        assertThat(result.publish().unavailableSeconds()).isEqualTo(4, within(0.11));
        assertThat(seconds(result.publish())).isEqualTo("2.05 2.05");
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
        play("100x100/100/100/0");

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
        play("100x100/100/100/0");

        assertThat(result().publish().partial()).hasSize(otherIsServed ? 0 : 1);
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
        play("rate-20 2*(1x100/100/100/0 49x0/0/0/0)");

        assertThat(result().publish().count()).isZero();
    }

    @Test
    void anOutageWithoutAnEndLastedAtLeastUntilTheEndOfTheLoad() {
        String begin = "1970-01-01T00:00:07.500Z";
        var partial = new PartialOutage(begin, 2.4, 1, List.of("t-3"));
        var result = new AvailabilityResult(
                1,
                new Outages(1, 2.5, List.of(new Outage(begin, 2.5)), List.of(partial)),
                new Outages(0, 0, List.of(), List.of()),
                List.of());

        assertThat(Availability.findings(result, 10_000_000_000L))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(FindingCode.UNAVAILABLE);
                    assertThat(finding.text())
                            .startsWith("for at least 2.5 s nothing was ")
                            .contains(". for 2.4 s nothing of partition t-3 was ");
                });
    }

    private static List<Assignment> assignments(int workers) {
        return RunPlan.of(Workloads.small().build(), DriverConfig.of("none"), "r", workers, Topology.SWARM)
                .assignments();
    }

    private static AvailabilityTrack shaped(Arrival arrival, boolean skips) {
        long period = arrival == Arrival.BURST ? 50 * TENTH : LoadShape.BURST_PERIOD_NANOS;
        return track(Workloads.small().shape(new LoadShape(arrival, period, skips, 0, OptionalLong.empty())));
    }

    private static AvailabilityTrack track(Workloads workload) {
        var created = new AvailabilityTrack(workload.build());
        created.planned(assignments(1));
        return created;
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
        number = 1;
    }

    private static DisturbanceEvent fault(long atNanos, String text) {
        return new DisturbanceEvent(RunEvent.of(EventKind.BROKER_FAULT, atNanos, text), true);
    }

    private AvailabilityResult result() {
        faults.forEach(track::disturbed);
        return track.result().orElseThrow();
    }

    private void add(Phase phase, long sending, long acknowledging, long failing, long receiving) {
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
