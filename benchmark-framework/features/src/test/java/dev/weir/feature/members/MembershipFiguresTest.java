package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.workers.RunObserver.Tick;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.members.MemberNotes.Kind;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members.MemberEventResult;
import dev.weir.measure.Counts;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What members note, and what follows from it: two consumers of four partitions, of which one leaves after 10 s and one joins
 * after 20 s. The worker's clock is 5 s ahead.
 */
class MembershipFiguresTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final long AHEAD = 5 * SECOND;
    private static final Workload WORKLOAD = Workloads.small()
            .topics(1, 4)
            .subscriptionsPerTopic(1, 2)
            .section(Members.SECTION, List.of(event(20, Action.JOIN), event(10, Action.LEAVE)))
            .durations(Duration.ZERO, Duration.ofSeconds(30))
            .build();

    private final MembershipFigures figures = new MembershipFigures(WORKLOAD, new ManualClock(0));
    private final ManualClock clock = new ManualClock(0);
    private final MembershipLog log = new MembershipLog(7, 2, clock);
    private long duplicated;

    @BeforeEach
    void twoShareTheFour() {
        figures.planned(RunPlan.of(WORKLOAD, DriverConfig.of("none"), "0a1b2c3d", 1, Topology.SWARM)
                .assignments());
        note(0, change(0.1, Kind.ASSIGNED, -1, 0, 1));
        note(1, change(0.1, Kind.ASSIGNED, -1, 2, 3));
    }

    @Test
    void reportsWhatEachEventDid() {
        List<RunEvent> left = note(0, change(10, Kind.LEAVE, 1));
        note(1, change(10.25, Kind.ASSIGNED, -1, 0, 1));
        note(0, new MemberNotes.Span(0, at(1), at(9.9)));
        note(1, new MemberNotes.Span(0, at(10.3), at(30)), new MemberNotes.Span(3, at(1), at(30)));
        duplicated = 3;
        tick(10);
        duplicated += 4;
        tick(11);
        note(2, change(20, Kind.JOIN, 0), change(20.5, Kind.ASSIGNED, -1, 0, 1));
        duplicated += 5;
        tick(30);

        assertThat(left).extracting(RunEvent::kind).containsExactly(EventKind.MEMBER_CHANGED);
        assertThat(left).extracting(RunEvent::text).containsExactly("leave of 1 member of 0 at 10s");
        List<MemberEventResult> results = figures.results();
        assertThat(results).extracting(MemberEventResult::action).containsExactly("leave", "join");
        MemberEventResult leave = results.get(0);
        assertThat(leave.at().epochNanos()).isEqualTo(10 * SECOND);
        assertThat(leave.assignment())
                .isEqualTo(new MemberEventResult.AssignmentChange(
                        "complete", OptionalDouble.of(0.25), OptionalInt.of(2), OptionalInt.of(0)));
        assertThat(leave.silence().maxSeconds().orElseThrow()).isEqualTo(0.4);
        assertThat(leave.silence().medianSeconds()).hasValue(0.2);
        assertThat(leave.silence().partitions()).hasSize(1);
        assertThat(leave.duplicated()).isEqualTo(OptionalLong.of(4));
        assertThat(results.get(1).duplicated()).isEqualTo(OptionalLong.of(5));
    }

    @Test
    void deliveriesOfALostWorkerAreUnknown() {
        note(0, change(10, Kind.LEAVE, 1));
        note(1, change(10.25, Kind.ASSIGNED, -1, 0, 1));
        note(2, change(20, Kind.JOIN, 0), change(20.5, Kind.ASSIGNED, -1, 0, 1));
        tick(30);
        figures.deliveryBecomesUnknown(0, 25 * SECOND);

        List<MemberEventResult> results = figures.results();

        assertThat(results.get(0).assignment().state()).isEqualTo("complete");
        assertThat(results.get(1).assignment().state()).isEqualTo("unknown");
        assertThat(results.get(1).assignment().moved()).isEmpty();
        assertThat(results.get(1).silence().maxSeconds()).isEmpty();
        assertThat(results.get(1).duplicated()).isEmpty();
    }

    @Test
    void leavesOutWhatHappensAfterTheLoad() {
        note(0, change(10, Kind.LEAVE, 1));
        note(1, change(10.25, Kind.ASSIGNED, -1, 0, 1));
        tick(20);
        note(2, change(20, Kind.JOIN, 0), change(20.5, Kind.ASSIGNED, -1, 0, 1));

        assertThat(figures.results()).extracting(MemberEventResult::action).containsExactly("leave");
    }

    @Test
    void aSpanEndsAtAGapWithoutMessages() {
        for (long millis : List.of(5L, 20L, 39L, 59L, 60L)) {
            log.delivered(0, millis(millis));
        }
        log.delivered(1, millis(61));

        assertThat(log.take().orElseThrow())
                .isEqualTo(new MemberNotes(7, List.of(), List.of(new MemberNotes.Span(0, millis(5), millis(39)))));
        assertThat(log.take()).isEmpty();
        log.ended();
        assertThat(log.take().orElseThrow().spans())
                .containsExactly(
                        new MemberNotes.Span(0, millis(59), millis(60)),
                        new MemberNotes.Span(1, millis(61), millis(61)));
    }

    /** Spans are cut after a second, so that little is unknown if the worker is lost. */
    @Test
    void aSpanEndsAfterASecond() {
        for (long millis = 0; millis <= 2500; millis += 10) {
            log.delivered(0, millis(millis + 1));
        }

        assertThat(log.take().orElseThrow().spans())
                .containsExactly(
                        new MemberNotes.Span(0, millis(1), millis(1001)),
                        new MemberNotes.Span(0, millis(1011), millis(2011)));
    }

    @Test
    void partitionsUnknownToTheRunAreIgnored() {
        log.delivered(2, millis(1));
        log.delivered(-1, millis(1));
        log.ended();

        assertThat(log.take()).isEmpty();
    }

    @Test
    void changesHaveTheirTimes() {
        clock.set(3);
        log.assigned(List.of(1));
        clock.set(4);
        log.begins(new ConsumerStep(2, ConsumerStep.Action.KILL, 0, 7, 0, 0));

        assertThat(log.take().orElseThrow().changes())
                .containsExactly(
                        new MemberNotes.Change(3, MemberNotes.Kind.ASSIGNED, -1, List.of(1)),
                        new MemberNotes.Change(4, MemberNotes.Kind.KILL, 2, List.of()));
    }

    private List<RunEvent> note(int consumer, MemberNotes.Change... changes) {
        figures.add(new MemberNotes(consumer, List.of(changes), List.of()), nanos -> nanos - AHEAD);
        return figures.takeEvents();
    }

    private void note(int consumer, MemberNotes.Span... spans) {
        figures.add(new MemberNotes(consumer, List.of(), List.of(spans)), nanos -> nanos - AHEAD);
    }

    private void tick(int seconds) {
        figures.tick(new Tick(
                Ticks.second(Phase.MEASUREMENT, seconds - 1, Counts.NONE),
                seconds,
                OptionalDouble.empty(),
                Absence.NONE,
                Absence.NONE,
                List.of(new Tick.Repeats(duplicated, 0))));
    }

    private static MemberNotes.Change change(double seconds, Kind kind, int event, Integer... partitions) {
        return new MemberNotes.Change(at(seconds), kind, event, List.of(partitions));
    }

    private static long at(double seconds) {
        return (long) (seconds * 1e9) + AHEAD;
    }

    private static MemberEvent event(int seconds, Action action) {
        return new MemberEvent(Duration.ofSeconds(seconds), action, "0", 1, Duration.ZERO);
    }

    private static long millis(long millis) {
        return START + millis * 1_000_000;
    }
}
