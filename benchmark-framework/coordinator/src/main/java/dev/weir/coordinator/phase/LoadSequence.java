package dev.weir.coordinator.phase;

import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.TopicRetention;
import dev.weir.coordinator.trend.MeasurementTrend;
import dev.weir.coordinator.trend.SteadinessTrend;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerStandstills;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.BacklogResult;
import dev.weir.wire.message.Message;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Carries a load through warm-up, backlog, drain and measurement: {@link #run} lists the steps. Used by the
 * coordinator's thread.
 */
public final class LoadSequence implements RunObserver {
    /** How long the first consumer positions and log ends may take to be reported. */
    private static final Duration LAG_LIMIT = Duration.ofSeconds(30);

    private static final Duration LOOP_LIMIT = Duration.ofHours(24);

    /** Time between two progress messages about the condition that ends the warm-up. */
    private static final double STEP_SECONDS = 10;

    private final Workload workload;
    private final boolean driverSetsRetention;
    private final LoadContext load;
    private final TargetRate target;
    private final LastArrival lastArrival;
    private final LaterSubscriptions later;
    private final WorkerStandstills standstills;
    private final LoadPhases phases;
    private final ProgressListener progress;
    private final SteadinessTrend steady;
    private final MeasurementTrend trend;
    private final MeasurementParts parts;
    private final BacklogTrack backlog;
    private final List<RunEvent> events = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();
    private Runnable workWhileWaiting = () -> {};
    private LongConsumer measurementListener = atNanos -> {};
    private boolean consuming = true;
    private String warmupUnfinished = "";
    private double sinceStepSeconds;

    public LoadSequence(
            RunRequest request,
            LoadPhases phases,
            LoadContext load,
            TargetRate target,
            LastArrival lastArrival,
            LaterSubscriptions later,
            WorkerStandstills standstills,
            ProgressListener progress) {
        this.workload = request.workload();
        this.driverSetsRetention = TopicRetention.isSetBy(request.system().driver());
        this.phases = phases;
        this.load = load;
        this.target = target;
        this.lastArrival = lastArrival;
        this.later = later;
        this.standstills = standstills;
        this.progress = progress;
        this.backlog = new BacklogTrack(workload, load.expired(), load.clock());
        this.parts = new MeasurementParts(load.store(), phases, later);
        this.trend = new MeasurementTrend(workload);
        this.steady = new SteadinessTrend(workload.timing().warmup());
    }

    /** Returns whether the run needs to read the bounds of its logs. */
    public boolean needsLogs() {
        return workload.phases().warmupEnd() == WarmupEnd.RETENTION
                || workload.phases().retention().isSaid()
                || driverSetsRetention
                || workload.phases().backlog().isWanted();
    }

    /**
     * Registers a listener that receives the begin of the measurement in advance, in nanoseconds of the coordinator's
     * clock.
     */
    public void whenMeasured(LongConsumer listener) {
        measurementListener = listener;
    }

    /** Registers work that is done several times a second during each wait. */
    public void whileWaiting(Runnable work) {
        workWhileWaiting = work;
    }

    /**
     * Carries the load, from its first message to the order that ends it.
     *
     * @param logs watch of the logs, which is inactive if no log is needed
     */
    public void run(LogWatch logs) throws InterruptedException {
        load.workers().whileWaiting(() -> {
            load.clocks().keepUp();
            phases.keepUp();
            logs.newest().ifPresent(this::evaluate);
            workWhileWaiting.run();
        });
        if (workload.load() instanceof TransactionLoop) {
            runLoop();
            return;
        }
        long begin = warmUp(logs);
        if (!load.endsEarly().getAsBoolean() && workload.phases().backlog().isWanted()) {
            begin = buildAndDrain(begin, logs);
        }
        if (!load.endsEarly().getAsBoolean()) {
            measure(begin);
        }
        if (workload.isConsumeOnly() && lastArrival.isLongAgo()) {
            reasons.add(lastArrival.allConsumed());
        }
        if (load.endsEarly().getAsBoolean()) {
            // Paused messages must still be delivered, or they would count as lost.
            consume(true);
            backlog.ends();
            phases.endEarly();
        }
    }

    /** Runs a transaction benchmark, which is over when each client has done its number of transactions. */
    private void runLoop() throws InterruptedException {
        phases.start(workload.producerRate(), false);
        begin(Phase.MEASUREMENT, 0);
        progress.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        progress.step("until each client has done its number of transactions");
        boolean over = phases.await(
                phases.grid().snapshots(LOOP_LIMIT),
                () -> load.workers().all().stream().allMatch(WorkerLink::hasLoadEnded));
        if (!over && !load.endsEarly().getAsBoolean()) {
            throw new RunFailedException("the clients have not done their transactions within " + LOOP_LIMIT.toHours()
                    + " hours: lower count");
        }
        phases.endEarly();
        phases.awaitEnd(Optional.of(phases.endSnapshot().orElse(0)));
    }

    /** Warms up; returns the snapshot with which the next phase begins. That phase is already planned. */
    private long warmUp(LogWatch logs) throws InterruptedException {
        PhaseSpec spec = workload.phases();
        Phase next = spec.backlog().isWanted() ? Phase.BACKLOG : Phase.MEASUREMENT;
        long limit = phases.grid().snapshots(workload.timing().warmup());
        long settle = phases.grid().snapshots(spec.warmupSettle());
        phases.start(workload.load().warmupRate().atBegin(), spec.backlog().isWanted() || later.needPositions());
        if (limit + settle == 0) {
            begin(next, 0);
            return 0;
        }
        phases.plan(Phase.WARM_UP, 0, limit == 0 ? rate(Phase.MEASUREMENT) : rate(Phase.WARM_UP));
        if (spec.warmupEnd() == WarmupEnd.DURATION) {
            settleAndBegin(next, limit, settle);
            progress.phaseBegins(Phase.WARM_UP, Optional.of(length(limit + settle)));
            phases.awaitEnd(Optional.of(limit + settle));
            return limit + settle;
        }
        progress.phaseBegins(Phase.WARM_UP, Optional.of(length(limit + settle)));
        long end = awaitCondition(limit, logs);
        if (!load.endsEarly().getAsBoolean()) {
            settleAndBegin(next, end, settle);
            phases.awaitEnd(Optional.of(end + settle));
        }
        return end + settle;
    }

    private void settleAndBegin(Phase next, long end, long settle) {
        if (settle > 0) {
            phases.order(end, nanos -> new Message.ChangeRate(nanos, target.of(Phase.MEASUREMENT)));
            target.settleBegins(phases.grid().at(end));
        }
        begin(next, end + settle);
    }

    /** Plans everything that is known about the load in advance, so that no boundary waits for a message to arrive. */
    private void begin(Phase next, long snapshot) {
        phases.plan(next, snapshot, rate(next));
        lastArrival.measurementBegins();
        if (next == Phase.MEASUREMENT) {
            measurementBegins(snapshot);
            workload.timing()
                    .test()
                    .ifPresent(test -> phases.planEnd(snapshot + phases.grid().snapshots(test)));
        }
    }

    private void measurementBegins(long snapshot) {
        target.measurementBegins(phases.grid().at(snapshot));
        measurementListener.accept(phases.grid().at(snapshot));
        later.measurementBegins(phases.grid().at(snapshot));
        parts.begin(snapshot);
    }

    /** Returns a function that makes the order for the rate of a phase. */
    private LongFunction<Message> rate(Phase phase) {
        if (phase == Phase.MEASUREMENT && workload.load().rate() instanceof Rate.Curve curve) {
            return nanos -> new Message.FollowRates(nanos, curve.points());
        }
        double messagesPerSecond = target.of(phase);
        return nanos -> new Message.ChangeRate(nanos, messagesPerSecond);
    }

    /** Waits for the condition that ends the warm-up; returns the snapshot with which the warm-up ends. */
    private long awaitCondition(long limit, LogWatch logs) throws InterruptedException {
        boolean isRetention = workload.phases().warmupEnd() == WarmupEnd.RETENTION;
        progress.step(
                isRetention
                        ? "until retention deletes from every partition"
                        : "until the figures are steady, at most "
                                + DurationText.of(workload.timing().warmup()) + ": " + steady.explain());
        boolean met = phases.awaitInTime(limit, isRetention ? parts::isRetainedEverywhere : steady::isSteady);
        if (!met && !load.endsEarly().getAsBoolean()) {
            warmupUnfinished = "the warm-up was ended by its duration: "
                    + (isRetention ? parts.explainRetention() : steady.explain())
                    + (isRetention && !logs.trouble().isEmpty() ? " (" + logs.trouble() + ")" : "");
        }
        if (!isRetention) {
            progress.step((met ? "steady: " : "ended by its duration, not steady: ") + steady.explain());
        }
        return met ? Math.min(limit, phases.soonest()) : limit;
    }

    /**
     * Builds and drains the backlog; returns the snapshot with which the measurement begins or the load ends. Either is
     * already planned.
     */
    private long buildAndDrain(long begin, LogWatch logs) throws InterruptedException {
        progress.phaseBegins(Phase.BACKLOG, Optional.empty());
        if (!phases.await(begin + phases.grid().snapshots(LAG_LIMIT), backlog::isKnown)
                && !load.endsEarly().getAsBoolean()) {
            throw new RunFailedException("the consumer lag is unknown, so no backlog can be measured"
                    + (logs.trouble().isEmpty() ? "" : ": " + logs.trouble()));
        }
        consume(false);
        backlog.buildUpBegins();
        boolean isBuilt = phases.await(begin + phases.grid().snapshots(backlog.buildLimit()), backlog::isBuilt);
        if (load.endsEarly().getAsBoolean()) {
            return begin;
        }
        if (!isBuilt && !backlog.missingInRemoteStore().isEmpty()) {
            throw new RunFailedException(backlog.missingInRemoteStore());
        }
        long drain = phases.soonest();
        phases.plan(Phase.DRAIN, drain, rate(Phase.DRAIN));
        phases.awaitEnd(Optional.of(drain));
        consume(true);
        backlog.drainBegins();
        event(EventKind.BACKLOG, backlog.explainBuilt());
        progress.phaseBegins(Phase.DRAIN, Optional.empty());
        long end = begin + phases.grid().snapshots(workload.timing().test().orElse(Duration.ZERO));
        // Within the test duration, the measurement that follows shows whether latencies recover.
        phases.await(
                drain + phases.grid().snapshots(BacklogTrack.MAX_DRAIN),
                () -> backlog.hasEnded() || (backlog.isDrained() && phases.soonest() < end));
        if (load.endsEarly().getAsBoolean()) {
            return drain;
        }
        backlog.ends();
        if (backlog.unknownSeconds() > 0) {
            reasons.add(Reason.of(
                    ReasonCode.CATCH_UP_UNKNOWN,
                    Severity.DEGRADED,
                    "for %.0f s of the backlog the consumer lag was unknown%s",
                    backlog.unknownSeconds(),
                    logs.trouble().isEmpty() ? "" : ": " + logs.trouble()));
        }
        events.add(RunEvent.of(EventKind.BACKLOG, backlog.endedNanos(), backlog.explainEnd()));
        return afterDrain(end);
    }

    private void consume(boolean wanted) {
        if (consuming != wanted) {
            consuming = wanted;
            load.workers().send(worker -> new Message.Consume(!wanted));
        }
    }

    /** Ends a test whose duration has passed; otherwise continues it with a measurement until then. */
    private long afterDrain(long end) {
        long next = phases.soonest();
        if (end > next) {
            phases.plan(Phase.MEASUREMENT, next, rate(Phase.MEASUREMENT));
            measurementBegins(next);
            phases.planEnd(end);
        } else {
            phases.planEnd(next);
        }
        return next;
    }

    private void measure(long begin) throws InterruptedException {
        OptionalLong end = phases.endSnapshot();
        if (end.isPresent() && end.getAsLong() <= begin) {
            phases.awaitEnd(Optional.of(end.getAsLong()));
            return;
        }
        Optional<Long> last = end.isPresent() ? Optional.of(end.getAsLong()) : Optional.empty();
        progress.phaseBegins(Phase.MEASUREMENT, last.map(snapshot -> length(snapshot - begin)));
        phases.awaitEnd(last);
    }

    private Duration length(long snapshots) {
        return Duration.ofNanos(snapshots * phases.grid().snapshotNanos());
    }

    private void evaluate(LogWatch.Reading reading) {
        load.expired().add(reading);
        if (!reading.ranges().isEmpty()) {
            backlog.add(reading);
            parts.add(reading).ifPresent(text -> event(EventKind.LOAD_CHANGED, text));
        }
    }

    /**
     * Evaluates later subscriptions. Catching up changes the load on the system, so the figures after it are separated
     * from those before.
     */
    private void evaluate(Interval tick) {
        events.addAll(later.tick(tick));
        if (later.caughtUpIn(tick)) {
            parts.caughtUp();
        }
    }

    private void event(EventKind kind, String text) {
        events.add(RunEvent.of(kind, load.clock().epochNanos(), text));
    }

    @Override
    public void tick(Tick merged) {
        Interval tick = merged.interval();
        if (tick.phase() == Phase.WARM_UP) {
            steady.add(tick);
            sinceStepSeconds += tick.seconds();
            if (workload.phases().warmupEnd() == WarmupEnd.STEADY && sinceStepSeconds >= STEP_SECONDS) {
                sinceStepSeconds = 0;
                progress.step("waiting for steady figures: " + steady.explain());
            }
        }
        trend.add(tick);
        boolean draining = !backlog.isDrained();
        backlog.tick(tick);
        if (draining && backlog.isDrained() && load.store().phaseAt(load.store().ticks()) == Phase.DRAIN) {
            // The wait for latencies to recover is no part of the drain, and its rates not those of the drain.
            load.store().splitPart("drained");
        }
        evaluate(tick);
    }

    @Override
    public void taken(TakenSnapshot taken) {
        backlog.positions(taken.message().positions());
        standstills.taken(
                taken.worker(),
                taken.snapshot(),
                phases.grid().at(taken.snapshot().number() + 1));
        taken.message().instrument().observation().hiccups().stream()
                .map(pause -> pause.onClockAheadBy(taken.aheadNanos()))
                .forEach(pause -> standstills.stood(taken.worker(), pause, this::measuredPart));
    }

    private Optional<TimeRange> measuredPart(TimeRange range) {
        LoadGrid grid = phases.grid();
        long[] measured = LongStream.range(
                        Math.max(0, grid.snapshotFrom(range.beginNanos()) - 1), grid.snapshotFrom(range.endNanos()))
                .filter(this::isMeasured)
                .toArray();
        return measured.length == 0
                ? Optional.empty()
                : Optional.of(new TimeRange(
                        Math.max(range.beginNanos(), grid.at(measured[0])),
                        Math.min(range.endNanos(), grid.at(measured[measured.length - 1] + 1))));
    }

    private boolean isMeasured(long snapshot) {
        return load.store().phaseAt(snapshot).isMeasured();
    }

    public List<RunEvent> events() {
        return events;
    }

    @Override
    public List<Reason> reasons() {
        return reasons;
    }

    /**
     * Returns reasons about the steadiness of the load. It is known after all workers have reported all snapshots.
     *
     * @param loadMet whether the target rate was achieved
     */
    public List<Reason> steadiness(boolean loadMet) {
        List<Reason> all = new ArrayList<>();
        // Retention that begins changes the load; its parts are reported separately.
        boolean judged = trend.isJudged() && parts.areOne();
        if (!warmupUnfinished.isEmpty()) {
            // The trend of the measurement shows what an unsteady warm-up did to it. And a run whose warm-up took as
            // long as a trend needs is as warm as one with a fixed warm-up, which is not judged either.
            boolean note = workload.phases().warmupEnd() == WarmupEnd.STEADY
                    && (judged || workload.timing().warmup().toSeconds() >= MeasurementTrend.MIN_SECONDS);
            all.add(Reason.of(ReasonCode.NOT_STEADY, note ? Severity.NOTE : Severity.DEGRADED, warmupUnfinished));
        }
        if (judged) {
            trend.judge(loadMet).ifPresent(all::add);
        }
        return all;
    }

    /** Returns the result of the backlog; empty if none was requested, or the run ended before it began. */
    public Optional<BacklogResult> backlog() {
        return backlog.result();
    }
}
