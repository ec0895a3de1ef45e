package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.phase.LoadPhases.LoadGrid;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.phase.TargetRate;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.coordinator.workers.Workers;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * The intervals of a run: the snapshots of all workers, merged, and compared with the target rate and with thresholds.
 * Used by the run's thread.
 */
final class RunIntervals implements RunObserver, IntervalStore.Listener {
    private final Workload workload;
    private final Workers workers;
    private final Journal journal;
    private final ProgressListener progress;
    private final List<RunObserver> observers;
    private final Supplier<List<RunEvent>> events;
    private final TargetRate target;
    private final ThresholdJudge thresholds;
    private final IntervalStore store;
    private final Deliveries deliveries;

    /**
     * @param observers receive each snapshot and each tick; the list may grow
     * @param events returns all events of the run until now
     */
    RunIntervals(
            RunRequest request,
            Clock clock,
            Workers workers,
            Preparation preparation,
            Journal journal,
            ProgressListener progress,
            List<RunObserver> observers,
            Supplier<List<RunEvent>> events) {
        this.workload = request.workload();
        this.workers = workers;
        this.journal = journal;
        this.progress = progress;
        this.observers = observers;
        this.events = events;
        this.target = new TargetRate(workload);
        this.thresholds = new ThresholdJudge(workload);
        this.store = new IntervalStore(
                request.workers().stream().map(WorkerTarget::name).toList(),
                workload.subscriptions().countStartingWithLoad(),
                LoadGrid.of(workload, 0).snapshotsPerInterval(),
                journal,
                this);
        store.joinShorterThan(workload.timing().sampleInterval().toNanos() / 2);
        this.deliveries = new Deliveries(request, clock, workers, preparation, store);
    }

    TargetRate target() {
        return target;
    }

    ThresholdJudge thresholds() {
        return thresholds;
    }

    IntervalStore store() {
        return store;
    }

    Deliveries deliveries() {
        return deliveries;
    }

    /** Merges what is left, after the last message of the workers. */
    void finish() {
        deliveries.finish();
        store.finish(deliveries::neverDelivered);
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.SnapshotTaken taken) {
            var snapshot = taken.snapshot().onOtherClock(worker.track()::toOurs);
            var heard = new TakenSnapshot(worker, taken, snapshot, store.phaseAt(snapshot.number()));
            observers.forEach(each -> each.taken(heard));
            // At the end: the snapshot of the last worker completes the tick.
            store.add(worker.number(), snapshot);
        }
    }

    @Override
    public void leaves(WorkerLink worker) {
        if (worker.isContinuedWithout()) {
            store.gone(worker.number());
        } else {
            store.ends(worker.number());
        }
    }

    @Override
    public void tick(Interval interval) {
        long number = store.ticks() - 1;
        OptionalDouble rate = target.of(interval);
        Absence late = workers.losses().standstills().take(number);
        Absence absent = late.and(deliveries.unknown());
        var tick = new Tick(interval, number, left(rate, interval), late, absent, deliveries.repeats());
        observers.forEach(each -> each.tick(tick));
        progress.tick(interval, rate.orElse(Double.POSITIVE_INFINITY));
    }

    @Override
    public void interval(Interval interval) {
        OptionalDouble rate = target.of(interval);
        double targetMessagesPerSecond = rate.orElse(Double.POSITIVE_INFINITY);
        events.get().forEach(journal::happened);
        thresholds.add(interval, left(rate, interval).orElse(Double.POSITIVE_INFINITY));
        workers.losses().add(interval, targetMessagesPerSecond);
        progress.interval(interval, targetMessagesPerSecond);
    }

    /** Returns the part of a target rate that is not due from lost workers. */
    private OptionalDouble left(OptionalDouble rate, Interval interval) {
        return rate.isEmpty()
                ? rate
                : OptionalDouble.of(rate.getAsDouble() * workers.losses().shareLeft(interval));
    }

    @Override
    public OptionalDouble targetMessagesPerSecond(Interval interval) {
        return target.of(interval);
    }

    @Override
    public long repeatedElsewhere() {
        return deliveries.subscriptions().repeatedElsewhere();
    }

    @Override
    public long surplusDeliveries() {
        return deliveries.subscriptions().surplus();
    }

    @Override
    public boolean endsByItself() {
        return workload.isConsumeOnly() || workload.load().hasOwnClients();
    }

    @Override
    public long expiredDeliveries() {
        return deliveries.subscriptions().expired();
    }
}
