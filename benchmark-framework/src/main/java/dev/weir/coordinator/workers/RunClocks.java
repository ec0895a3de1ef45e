package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.ClockStep;
import dev.weir.clock.Deadline;
import dev.weir.clock.OffsetRamp;
import dev.weir.clock.OffsetTrack;
import dev.weir.clock.WallClockWatch;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.document.Clocks;
import dev.weir.result.run.ClockMode;
import dev.weir.result.run.WorkerClock;
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
 * The clocks of a run. Before the load it decides whether they are taken as they are or corrected. Clocks that agree then
 * and drift apart later are corrected from then on, without a step. Used by the coordinator's thread.
 *
 * <p>Where they are corrected, each worker is told time and again, and ahead of the time, how the clocks of the others are
 * expected to run against its own. A stretch is a quarter of the time since the
 * decision, so that the error of a drift that was seen for so long grows no larger in it than that of the offset.
 */
public final class RunClocks {
    /** Before the load and after it; 3 ms apart. */
    private static final int MANY_EXCHANGES = 20;

    private static final Duration REFRESH_LIMIT = Duration.ofMillis(100);

    /**
     * During the load, where the clock is known as well as {@link #GOOD_BOUND_NANOS}, beside the one a second that every link
     * has: a thousand workers must not keep a core busy.
     */
    private static final int SOME_EXCHANGES = 4;

    private static final long GOOD_BOUND_NANOS = 200_000;

    private static final long FIRST_STRETCH_NANOS = 500_000_000;
    private static final long LONGEST_STRETCH_NANOS = 8_000_000_000L;

    /** So long before it begins, a stretch is sent. */
    private static final long LEAD_NANOS = 1_000_000_000;

    private static final long LOOK_INTERVAL_NANOS = 50_000_000;

    /** How right a track was is judged by exchanges half a minute to either side: estimators keep a minute. */
    private static final long HINDSIGHT_NANOS = 30_000_000_000L;

    private static final int MOST_STEPS = 100;

    private final Workers workers;
    private final RunPlan plan;
    private final Clock clock;
    private final WallClockWatch wallClock;
    /** Where ramps meet: between two such moments clocks that run evenly part evenly, so the largest error is at one of them. */
    private final Deque<Long> unjudged = new ArrayDeque<>();

    private final List<Clocks.Step> steps = new ArrayList<>();
    private ClockMode mode = ClockMode.SYSTEM;
    private String why = "the run ended before its load began";
    private long nextLookNanos;
    private long stretchNanos = FIRST_STRETCH_NANOS;
    private long endNanos;
    private long decidedNanos;

    public RunClocks(Workers workers, RunPlan plan, Clock clock) {
        this.workers = workers;
        this.plan = plan;
        this.clock = clock;
        this.wallClock = new WallClockWatch(clock);
    }

    /** Decides, by estimates that are made for it; takes a tenth of a second where there are other processes. */
    public void decide() throws InterruptedException {
        refresh();
        long now = clock.epochNanos();
        Optional<WorkerLink> apart = apart(now);
        mode = apart.isPresent() ? ClockMode.CORRECTED : ClockMode.SYSTEM;
        why = apart.map(worker -> explain(worker, now))
                .orElse("the clocks of all workers agree with the coordinator's as well as can be told");
        decidedNanos = now;
        endNanos = now + stretchNanos;
        unjudged.addAll(List.of(now, endNanos));
        workers.all()
                .forEach(worker -> worker.follow(
                        apart.isPresent()
                                ? OffsetTrack.following(worker.clock(), now, endNanos)
                                : OffsetTrack.ofNone(worker.clock(), now)));
        sendCorrections();
    }

    private Optional<WorkerLink> apart(long now) {
        return workers.all().stream()
                .filter(worker -> worker.clock().isKnown() && !worker.clock().agrees(now))
                .findFirst();
    }

    /** What the workers have is flat until the ramps end; from there on they lead to the estimates. */
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
                "the clock of worker %s was %.3f ms %s the coordinator's (bound %.3f ms), its drift %.1f ppm (bound %.1f)",
                worker.name(),
                Math.abs(offset.offsetNanos()) / 1e6,
                offset.offsetNanos() < 0 ? "behind" : "ahead of",
                offset.boundNanos() / 1e6,
                worker.clock().drift() * 1e6,
                worker.clock().driftBound() * 1e6);
    }

    /** What comes before is not measured, and counts for no bound. */
    public void measurementBegins(long nanos) {
        workers.all().forEach(worker -> worker.track().countFrom(nanos));
    }

    /** To be called several times a second from the decision on. */
    public void keepUp() {
        long now = clock.epochNanos();
        if (now < nextLookNanos) {
            return;
        }
        nextLookNanos = now + LOOK_INTERVAL_NANOS;
        wallClock.look().ifPresent(step -> note("coordinator", step));
        if (now < endNanos - Math.min(stretchNanos / 2, LEAD_NANOS)) {
            return;
        }
        judgeUntil(now - HINDSIGHT_NANOS);
        if (mode == ClockMode.SYSTEM) {
            apart(now).ifPresent(worker -> correctFromNowOn(worker, now));
        }
        stretchNanos = Math.max(FIRST_STRETCH_NANOS, Math.min((now - decidedNanos) / 4, LONGEST_STRETCH_NANOS));
        endNanos = Math.max(now, endNanos) + stretchNanos;
        unjudged.add(endNanos);
        workers.all().forEach(worker -> worker.track().leadTo(endNanos, worker.clock()));
        sendCorrections();
        workers.all()
                .forEach(worker -> worker.refreshClock(
                        worker.clock().at(now).boundNanos() > GOOD_BOUND_NANOS ? MANY_EXCHANGES : SOME_EXCHANGES));
    }

    /** Makes sure of the last estimates, when nothing is measured any more. */
    public void finish() throws InterruptedException {
        refresh();
        long now = clock.epochNanos();
        judgeUntil(now);
        workers.all().forEach(worker -> worker.lookBack(now));
        unjudged.clear();
    }

    /** Takes note of a wall clock that was set; the step is on the coordinator's clock. */
    public void note(String process, ClockStep step) {
        if (steps.size() < MOST_STEPS) {
            steps.add(new Clocks.Step(process, new Moment(step.atNanos()), step.byNanos()));
        }
    }

    /** What is known now, and stays. */
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

    /** A worker's own messages are taken with one clock. */
    private long endToEndBoundNanos() {
        long worst = 0;
        for (WorkerLink producing : workers.all()) {
            for (WorkerLink consuming : workers.all()) {
                boolean isPair = producing != consuming
                        && !assignment(producing).clients().producers().isEmpty()
                        && !assignment(consuming).clients().consumers().isEmpty();
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
            workers.all().forEach(worker -> worker.lookBack(moment));
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
        boolean consumes = !assignment(worker).clients().consumers().isEmpty();
        return new Message.ClockCorrection(
                against(own, own, 0),
                consumes ? ramps.stream().map(ramp -> against(own, ramp, 1)).toList() : List.of());
    }

    /** An offset to the coordinator, less so many times the worker's own, on the worker's clock. */
    private static OffsetRamp against(OffsetRamp own, OffsetRamp ramp, int times) {
        return new OffsetRamp(
                own.fromNanos() + own.offsetFromNanos(),
                own.toNanos() + own.offsetToNanos(),
                ramp.offsetFromNanos() - times * own.offsetFromNanos(),
                ramp.offsetToNanos() - times * own.offsetToNanos());
    }

    private Assignment assignment(WorkerLink worker) {
        return plan.assignments().get(worker.number());
    }
}
