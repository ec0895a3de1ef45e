package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.Deadline;
import dev.weir.clock.OffsetTrack;
import dev.weir.clock.OffsetTrack.OffsetRamp;
import dev.weir.clock.WallClockWatch;
import dev.weir.clock.WallClockWatch.ClockStep;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.RunPlan;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Clocks.ClockMode;
import dev.weir.result.document.Clocks.WorkerClock;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Clocks of a run. Before the load it decides whether they are used as they are or corrected. If clocks that agree then
 * drift apart later, they are corrected from then on, without a step. Used by the coordinator's thread.
 *
 * <p>Where clocks are corrected, it repeatedly sends each worker, ahead of time, how the clocks of the others are
 * expected to run against its own. Each such stretch is a quarter of the time since the decision. So the error from the
 * estimated drift grows no larger in it than the error of the offset.
 */
public final class RunClocks implements RunObserver {
    /** Number of clock exchanges before and after the load; they are 3 ms apart. */
    private static final int MANY_EXCHANGES = 20;

    private static final Duration REFRESH_LIMIT = Duration.ofMillis(100);

    /**
     * Number of additional exchanges during the load where the clock is known to within {@link #GOOD_BOUND_NANOS}. Each
     * link also has one per second. More would keep a core busy with a thousand workers.
     */
    private static final int SOME_EXCHANGES = 4;

    private static final long GOOD_BOUND_NANOS = 200_000;

    private static final long FIRST_STRETCH_NANOS = 500_000_000;
    private static final long MAX_STRETCH_NANOS = 8_000_000_000L;

    /** How long before its begin a stretch is sent. */
    private static final long LEAD_NANOS = 1_000_000_000;

    private static final long CHECK_INTERVAL_NANOS = 50_000_000;

    /** A track is checked against exchanges within half a minute on either side, because estimators keep a minute. */
    private static final long HINDSIGHT_NANOS = 30_000_000_000L;

    private static final int MAX_STEPS = 100;

    private final Workers workers;
    private final RunPlan plan;
    private final Clock clock;
    private final WallClockWatch wallClock;
    /**
     * Times at which ramps meet. Clocks that run evenly diverge evenly between two such times, so the largest error is
     * at one of them.
     */
    private final Deque<Long> unjudged = new ArrayDeque<>();

    private final List<Clocks.Step> steps = new ArrayList<>();
    private ClockMode mode = ClockMode.SYSTEM;
    private String why = "the run ended before its load began";
    private long nextCheckNanos;
    private long stretchNanos = FIRST_STRETCH_NANOS;
    private long endNanos;
    private long decidedNanos;

    public RunClocks(Workers workers, RunPlan plan, Clock clock) {
        this.workers = workers;
        this.plan = plan;
        this.clock = clock;
        this.wallClock = new WallClockWatch(clock);
    }

    /** Decides from estimates made for this purpose; takes a tenth of a second if there are other processes. */
    public void decide() throws InterruptedException {
        refresh();
        long now = clock.epochNanos();
        Optional<WorkerLink> apart = apart(now);
        mode = apart.isPresent() ? ClockMode.CORRECTED : ClockMode.SYSTEM;
        why = apart.map(worker -> explain(worker, now))
                .orElse("the clocks of all workers agree with the coordinator's within the error of the estimate");
        decidedNanos = now;
        endNanos = now + stretchNanos;
        unjudged.addAll(List.of(now, endNanos));
        for (WorkerLink worker : workers.all()) {
            var own = worker.clock();
            worker.follow(apart.isPresent() ? OffsetTrack.following(own, now, endNanos) : OffsetTrack.ofNone(own, now));
        }
        sendCorrections();
    }

    private Optional<WorkerLink> apart(long now) {
        return workers.all().stream()
                .filter(worker -> worker.clock().isKnown() && !worker.clock().agrees(now))
                .findFirst();
    }

    /** Starts the correction: tracks stay flat until the current ramps end, and then lead to the estimates. */
    private void correctFromNowOn(WorkerLink apart, long now) {
        sendEach();
        mode = ClockMode.CORRECTED;
        why = "the clocks agreed when the load began; corrected since " + IsoTime.of(endNanos) + ", because "
                + explain(apart, now);
        decidedNanos = now;
        workers.all().forEach(worker -> worker.track().follow());
    }

    private static String explain(WorkerLink worker, long now) {
        ClockOffset offset = worker.clock().at(now);
        return String.format(
                Locale.ROOT,
                "the clock of worker %s was %.3f ms %s the coordinator's (bound %.3f ms), its drift %.1f ppm (bound"
                        + " %.1f)",
                worker.name(),
                Math.abs(offset.offsetNanos()) / 1e6,
                offset.offsetNanos() < 0 ? "behind" : "ahead of",
                offset.boundNanos() / 1e6,
                worker.clock().drift() * 1e6,
                worker.clock().driftBound() * 1e6);
    }

    /** Begins the measurement: earlier clock errors count for no bound. */
    public void measureFrom(long nanos) {
        workers.all().forEach(worker -> worker.track().countFrom(nanos));
    }

    /** Sends the next stretches. Call it several times a second after the decision. */
    public void keepUp() {
        long now = clock.epochNanos();
        if (now < nextCheckNanos) {
            return;
        }
        nextCheckNanos = now + CHECK_INTERVAL_NANOS;
        wallClock.check().ifPresent(step -> note("coordinator", step));
        if (now < endNanos - Math.min(stretchNanos / 2, LEAD_NANOS)) {
            return;
        }
        judgeUntil(now - HINDSIGHT_NANOS);
        if (now > endNanos) {
            // This process stood still. Until now, workers have continued the last stretch.
            endNanos = now;
            unjudged.add(now);
        }
        if (mode == ClockMode.SYSTEM) {
            apart(now).ifPresent(worker -> correctFromNowOn(worker, now));
        }
        stretchNanos = Math.max(FIRST_STRETCH_NANOS, Math.min((now - decidedNanos) / 4, MAX_STRETCH_NANOS));
        endNanos += stretchNanos;
        unjudged.add(endNanos);
        workers.all().forEach(worker -> worker.track().leadTo(now, endNanos, worker.clock()));
        sendCorrections();
        workers.all()
                .forEach(worker -> worker.refreshClock(
                        worker.clock().at(now).boundNanos() > GOOD_BOUND_NANOS ? MANY_EXCHANGES : SOME_EXCHANGES));
    }

    /** Completes the last estimates after the measurement. */
    public void finish() throws InterruptedException {
        refresh();
        long now = clock.epochNanos();
        judgeUntil(now);
        workers.all().forEach(worker -> worker.checkTrackAt(now));
        unjudged.clear();
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.WallClockStepped stepped) {
            ClockStep step = stepped.step();
            note(worker.name(), new ClockStep(worker.track().toOurs(step.atNanos()), step.byNanos()));
        }
    }

    /** Notes a step of a wall clock, in the coordinator's time. */
    public void note(String process, ClockStep step) {
        if (steps.size() < MAX_STEPS) {
            steps.add(new Clocks.Step(process, new Moment(step.atNanos()), step.byNanos()));
        }
    }

    public Clocks clocks() {
        judgeUntil(clock.epochNanos());
        long bound = endToEndBoundNanos();
        return new Clocks(
                mode.key(),
                why,
                bound < Long.MAX_VALUE ? OptionalLong.of(bound) : OptionalLong.empty(),
                workers.all().stream().map(RunClocks::workerClock).toList(),
                steps,
                Optional.empty(),
                Optional.empty());
    }

    private static WorkerClock workerClock(WorkerLink worker) {
        OffsetTrack track = worker.track();
        return new WorkerClock(
                worker.name(),
                track.first().offsetNanos(),
                track.drift(worker.clock()) * 1e6,
                track.driftBound(worker.clock()) * 1e6,
                track.boundNanos());
    }

    /** Returns the error bound of end-to-end times between hosts; those within one worker have one clock. */
    private long endToEndBoundNanos() {
        long worst = 0;
        for (WorkerLink producing : workers.all()) {
            for (WorkerLink consuming : workers.all()) {
                boolean isPair = producing != consuming
                        && !clients(producing).producers().isEmpty()
                        && !clients(consuming).consumers().isEmpty();
                long first = producing.track().boundNanos();
                long second = consuming.track().boundNanos();
                if (isPair) {
                    worst = Math.max(worst, first > Long.MAX_VALUE - second ? Long.MAX_VALUE : first + second);
                }
            }
        }
        return worst;
    }

    private void refresh() throws InterruptedException {
        if (workers.all().stream().anyMatch(WorkerLink::isElsewhere)) {
            workers.all().forEach(worker -> worker.refreshClock(MANY_EXCHANGES));
            workers.await(Deadline.after(clock, REFRESH_LIMIT), () -> false);
        }
    }

    private void judgeUntil(long nanos) {
        while (!unjudged.isEmpty() && unjudged.getFirst() <= nanos) {
            long moment = unjudged.removeFirst();
            workers.all().forEach(worker -> worker.checkTrackAt(moment));
        }
    }

    private void sendCorrections() {
        if (mode == ClockMode.CORRECTED) {
            sendEach();
        }
    }

    private void sendEach() {
        List<OffsetRamp> ramps =
                workers.all().stream().map(worker -> worker.track().newest()).toList();
        workers.send(worker -> correction(worker, ramps));
    }

    private Message correction(WorkerLink worker, List<OffsetRamp> ramps) {
        OffsetRamp own = ramps.get(worker.number());
        boolean consumes = !clients(worker).consumers().isEmpty();
        List<OffsetRamp> others = consumes ? ramps : List.of();
        return new Message.ClockCorrection(
                against(own, own, 0),
                others.stream().map(ramp -> against(own, ramp, 1)).toList());
    }

    /** Returns the offset to the coordinator minus a multiple of the worker's own, on the worker's clock. */
    private static OffsetRamp against(OffsetRamp own, OffsetRamp ramp, int times) {
        return new OffsetRamp(
                own.fromNanos() + own.offsetFromNanos(),
                own.toNanos() + own.offsetToNanos(),
                ramp.offsetFromNanos() - times * own.offsetFromNanos(),
                ramp.offsetToNanos() - times * own.offsetToNanos());
    }

    private ClientRoles clients(WorkerLink worker) {
        return plan.assignments().get(worker.number()).clients();
    }
}
