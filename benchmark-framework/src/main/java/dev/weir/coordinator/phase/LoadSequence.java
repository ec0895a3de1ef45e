package dev.weir.coordinator.phase;

import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.RetentionOnset;
import dev.weir.coordinator.system.TopicRetention;
import dev.weir.coordinator.trend.MeasurementTrend;
import dev.weir.coordinator.trend.SteadinessTrend;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerStandstills;
import dev.weir.measure.Snapshot;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Part;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.BacklogResult;
import dev.weir.wire.message.ConsumerPositions;
import dev.weir.wire.message.Message;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.WarmupEnd;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.TransactionLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * What a load goes through: warm-up, backlog and drain, measurement. {@link #run} is its story. Used by the coordinator's
 * thread.
 */
public final class LoadSequence {
    /** For the first positions and log ends to be told. */
    private static final Duration LAG_LIMIT = Duration.ofSeconds(30);

    private static final Duration LOOP_LIMIT = Duration.ofHours(24);

    /** From one word to the next on what the warm-up waits for. */
    private static final double STEP_SECONDS = 10;

    private final Workload workload;
    private final PhaseSpec spec;
    private final boolean driverSaysRetention;
    private final LoadContext load;
    private final TargetRate target;
    private final LastArrival lastArrival;
    private final LaterSubscriptions later;
    private final LoadPhases phases;
    private final ProgressListener progress;
    private final SteadinessTrend steady = new SteadinessTrend();
    private final MeasurementTrend trend;
    private final RetentionOnset retention = new RetentionOnset();
    private final BacklogTrack backlog;
    private final List<RunEvent> events = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();
    private Runnable chore = () -> {};
    private LongConsumer measured = atNanos -> {};
    private boolean consuming = true;
    private boolean retentionBegun;
    private boolean retentionEverywhere;
    private long measurementSnapshot = -1;
    private String partAtBegin = "";
    private String warmupUnfinished = "";
    private double sinceStepSeconds;

    public LoadSequence(
            RunRequest request,
            LoadPhases phases,
            LoadContext load,
            TargetRate target,
            LastArrival lastArrival,
            LaterSubscriptions later,
            ProgressListener progress) {
        this.workload = request.workload();
        this.driverSaysRetention = TopicRetention.isSaidBy(request.system().driver());
        this.spec = workload.phases();
        this.phases = phases;
        this.load = load;
        this.target = target;
        this.lastArrival = lastArrival;
        this.later = later;
        this.progress = progress;
        this.backlog = new BacklogTrack(workload, load.clock());
        this.trend = new MeasurementTrend(workload);
    }

    /** Whether something depends on what the logs of the run hold. */
    public boolean needsLogs() {
        return spec.warmupEnd() == WarmupEnd.RETENTION
                || spec.retention().isSaid()
                || driverSaysRetention
                || spec.backlog().isWanted();
    }

    /** Tells when the measurement begins, before it does, in nanoseconds of the coordinator's clock. */
    public void whenMeasured(LongConsumer listener) {
        measured = listener;
    }

    /** What is done beside all waiting, several times a second. */
    public void whileWaiting(Runnable work) {
        chore = work;
    }

    /**
     * Carries the load, from its first message to the order that ends it.
     *
     * @param logs tells nothing if they are not needed
     */
    public void run(LogWatch logs) throws InterruptedException {
        load.workers().whileWaiting(() -> {
            load.clocks().keepUp();
            phases.keepUp();
            logs.newest().ifPresent(this::look);
            chore.run();
        });
        if (workload.load() instanceof TransactionLoop) {
            runLoop();
            return;
        }
        long begin = warmUp(logs);
        if (!load.endsEarly().getAsBoolean() && spec.backlog().isWanted()) {
            begin = buildAndDrain(begin, logs);
        }
        if (!load.endsEarly().getAsBoolean()) {
            measure(begin);
        }
        if (workload.isConsumeOnly() && lastArrival.isLongAgo()) {
            reasons.add(lastArrival.allConsumed());
        }
        if (load.endsEarly().getAsBoolean()) {
            // What was held back is to be delivered: it would pass for lost.
            consume(true);
            backlog.ends();
            phases.endEarly();
        }
    }

    /** A transaction benchmark is over when each of its clients has done its number. */
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

    /** Returns the snapshot with which something else begins, which is planned by then. */
    private long warmUp(LogWatch logs) throws InterruptedException {
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

    /** All that is known of the load is planned ahead, so that no boundary waits for a message to arrive. */
    private void begin(Phase next, long snapshot) {
        phases.plan(next, snapshot, rate(next));
        lastArrival.measurementBegins(phases.grid().at(snapshot));
        if (next == Phase.MEASUREMENT) {
            measurementBegins(snapshot);
            workload.timing()
                    .test()
                    .ifPresent(test -> phases.planEnd(snapshot + phases.grid().snapshots(test)));
        }
    }

    private void measurementBegins(long snapshot) {
        target.measurementBegins(phases.grid().at(snapshot));
        measured.accept(phases.grid().at(snapshot));
        measurementSnapshot = snapshot;
        partAtBegin = partOfMeasurement();
        later.measurementBegins(phases.grid().at(snapshot));
        load.store().renamePart(snapshot, partOfMeasurement());
        for (long start : later.starts()) {
            load.store().partBegins(new Part(Phase.MEASUREMENT, partOfMeasurement(start)), snapshotOf(start));
        }
    }

    /** The snapshot that begins so many nanoseconds after the measurement. */
    private long snapshotOf(long afterNanos) {
        return measurementSnapshot + phases.grid().snapshots(Duration.ofNanos(afterNanos));
    }

    private String partOfMeasurement() {
        long begun = phases.grid().at(measurementSnapshot);
        return partOfMeasurement(Math.max(0, phases.grid().at(load.store().ticks()) - begun));
    }

    /** @param afterNanos when it begins, after the begin of the measurement */
    private String partOfMeasurement(long afterNanos) {
        String retained = retentionBegun ? "measurement as retention begins" : Phase.MEASUREMENT.key();
        return (retentionEverywhere ? "measurement with retention" : retained) + later.partName(afterNanos);
    }

    /** The order that makes the load as fast as a phase asks for. */
    private LongFunction<Message> rate(Phase phase) {
        if (phase == Phase.MEASUREMENT && workload.load().rate() instanceof Rate.Curve curve) {
            return nanos -> new Message.FollowRates(nanos, curve.points());
        }
        double messagesPerSecond = target.of(phase);
        return nanos -> new Message.ChangeRate(nanos, messagesPerSecond);
    }

    /** Returns the snapshot with which the warm-up ends. */
    private long awaitCondition(long limit, LogWatch logs) throws InterruptedException {
        boolean isRetention = spec.warmupEnd() == WarmupEnd.RETENTION;
        progress.step(
                isRetention ? "until retention deletes from every partition" : "until steady: " + steady.explain());
        boolean met = phases.awaitInTime(limit, isRetention ? () -> retentionEverywhere : steady::isSteady);
        if (!met && !load.endsEarly().getAsBoolean()) {
            warmupUnfinished = "the warm-up was ended by its duration: "
                    + (isRetention ? retention.explain() : steady.explain())
                    + (isRetention && !logs.trouble().isEmpty() ? " (" + logs.trouble() + ")" : "");
        }
        if (!isRetention) {
            progress.step((met ? "steady: " : "ended by its duration, not steady: ") + steady.explain());
        }
        return met ? Math.min(limit, phases.soonest()) : limit;
    }

    /** Returns the snapshot with which the measurement begins, or the load ends, which is planned by then. */
    private long buildAndDrain(long begin, LogWatch logs) throws InterruptedException {
        progress.phaseBegins(Phase.BACKLOG, Optional.empty());
        if (!phases.await(begin + phases.grid().snapshots(LAG_LIMIT), backlog::isKnown)
                && !load.endsEarly().getAsBoolean()) {
            throw new RunFailedException(
                    "how far consumers are behind cannot be told, so that no backlog can be measured"
                            + (logs.trouble().isEmpty() ? "" : ": " + logs.trouble()));
        }
        consume(false);
        backlog.builds();
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
        backlog.drains();
        event(EventKind.BACKLOG_BUILT, backlog.explainBuilt());
        progress.phaseBegins(Phase.DRAIN, Optional.empty());
        long end = begin + phases.grid().snapshots(workload.timing().test().orElse(Duration.ZERO));
        // While the test goes on, latencies can come back in its measurement.
        phases.await(
                drain + phases.grid().snapshots(BacklogTrack.LONGEST_DRAIN),
                () -> backlog.hasEnded() || (backlog.isDrained() && phases.soonest() < end));
        if (load.endsEarly().getAsBoolean()) {
            return drain;
        }
        backlog.ends();
        if (backlog.unknownSeconds() > 0) {
            reasons.add(Reason.of(
                    ReasonCode.LAG_UNKNOWN,
                    "for %.0f s of the backlog the consumer lag was unknown%s",
                    backlog.unknownSeconds(),
                    logs.trouble().isEmpty() ? "" : ": " + logs.trouble()));
        }
        events.add(RunEvent.of(backlog.endEvent(), backlog.endedNanos(), backlog.explainEnd()));
        return afterDrain(end);
    }

    private void consume(boolean wanted) {
        if (consuming != wanted) {
            consuming = wanted;
            load.workers().send(worker -> new Message.Consume(!wanted));
        }
    }

    /** A test that has lasted long enough by now ends; another goes on until it has. */
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

    private void look(LogWatch.Reading reading) {
        backlog.add(reading);
        retention.add(reading);
        noteRetention();
    }

    /** What comes before is kept apart from what comes after. */
    private void noteRetention() {
        boolean everywhere = retention.isEverywhere() && !retentionEverywhere;
        if (everywhere || (retention.hasBegun() && !retentionBegun)) {
            retentionBegun = true;
            retentionEverywhere |= everywhere;
            event(everywhere ? EventKind.RETENTION_EVERYWHERE : EventKind.RETENTION_BEGAN, retention.explain());
            if (measurementSnapshot > load.store().ticks()) {
                load.store().renamePart(measurementSnapshot, partOfMeasurement());
                partAtBegin = partOfMeasurement();
            } else if (load.store().phaseAt(load.store().ticks()) == Phase.MEASUREMENT) {
                load.store().splitPart(partOfMeasurement());
            }
        }
    }

    /** What happens there changes the load on the system: the figures after it are kept apart from those before. */
    private void look(Interval tick) {
        List<RunEvent> news = later.tick(tick);
        events.addAll(news);
        if (news.stream().anyMatch(event -> event.kind() == EventKind.SUBSCRIPTION_CAUGHT_UP)
                && load.store().phaseAt(load.store().ticks()) == Phase.MEASUREMENT) {
            load.store().splitPart(partOfMeasurement());
            for (long start : later.starts()) {
                long snapshot = snapshotOf(start);
                if (snapshot > load.store().ticks()) {
                    load.store().renamePart(snapshot, partOfMeasurement(start));
                }
            }
        }
    }

    private void event(EventKind kind, String text) {
        events.add(RunEvent.of(kind, load.clock().epochNanos(), text));
    }

    /** All workers have reported a stretch. */
    public void tick(Interval tick) {
        if (tick.phase() == Phase.WARM_UP) {
            steady.add(tick);
            sinceStepSeconds += tick.seconds();
            if (spec.warmupEnd() == WarmupEnd.STEADY && sinceStepSeconds >= STEP_SECONDS) {
                sinceStepSeconds = 0;
                progress.step("until steady: " + steady.explain());
            }
        }
        trend.add(tick);
        backlog.tick(tick);
        look(tick);
    }

    /** A worker has taken a snapshot, whose times are on the coordinator's clock; it may have been late. */
    public void snapshotTaken(WorkerLink worker, Snapshot snapshot, WorkerStandstills standstills) {
        long number = snapshot.number();
        standstills.taken(
                worker,
                snapshot,
                phases.grid().at(number + 1),
                load.store().phaseAt(number).isMeasured());
    }

    /** A worker has told where its consumers are. */
    public void positions(List<ConsumerPositions> positions) {
        backlog.positions(positions);
    }

    public List<RunEvent> events() {
        return events;
    }

    public List<Reason> reasons() {
        return reasons;
    }

    /**
     * Whether the load was steady, when it was to be: known when all workers have reported all snapshots.
     *
     * @param loadMet whether the target rate was achieved
     */
    public List<Reason> steadiness(boolean loadMet) {
        List<Reason> all = new ArrayList<>();
        // Retention that sets in changes the load, and its parts stand apart.
        boolean judged = trend.isJudged() && partOfMeasurement().equals(partAtBegin);
        if (!warmupUnfinished.isEmpty()) {
            // What an unsteady warm-up does to the measurement is judged there.
            boolean note = judged && spec.warmupEnd() == WarmupEnd.STEADY;
            all.add(Reason.of(
                    ReasonCode.WARM_UP_UNFINISHED, note ? Severity.NOTE : Severity.DEGRADED, warmupUnfinished));
        }
        if (judged) {
            trend.judge(loadMet).ifPresent(all::add);
        }
        return all;
    }

    /** Empty if no backlog was asked for, or the run ended before there was one. */
    public Optional<BacklogResult> backlog() {
        return backlog.result();
    }
}
