package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.cluster.ClusterChange;
import dev.weir.coordinator.phase.LoadContext;
import dev.weir.coordinator.phase.LoadGrid;
import dev.weir.coordinator.phase.LoadPhases;
import dev.weir.coordinator.phase.LoadSequence;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.phase.TargetRate;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.coordinator.workers.Tick;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.observation.Pause;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one run: {@link #run} lists its steps. Used by one thread, except for {@link #interrupt} and {@link
 * #hasLoad}.
 */
public final class Coordinator {
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);

    /**
     * How long the coordinator waits for clients to close when no broker answers; their workers close the others later.
     */
    private static final Duration LOST_SYSTEM_LIMIT = Duration.ofSeconds(20);

    private final RunRequest request;
    private final Clock clock;
    private final ProgressListener progress;
    private final StopRequest stopRequest;
    private final RunPlan plan;
    private final RunNotes notes;
    private final TestedSystem system;
    private final RunJournal runJournal;
    private final IntervalStore store;
    private final Workers workers;
    private final WorkerLosses losses;
    private final RunClocks clocks;
    private final Preparation preparation;
    private final TargetRate target;
    private final ThresholdJudge thresholds;
    private final Deliveries deliveries;
    private final RunWatches watches;
    private final List<RunObserver> observers;
    private List<String> namesInJournal = List.of();
    private volatile @Nullable LoadSequence loadSequence;

    /** Prepares a run and begins its journal. */
    public Coordinator(RunRequest request, Clock clock, ProgressListener progress) {
        this(request, clock, progress, new WireClient(clock));
    }

    /** Prepares a run whose connections have other limits. */
    Coordinator(RunRequest request, Clock clock, ProgressListener progress, WireClient client) {
        this.request = request;
        var workload = request.workload();
        this.clock = clock;
        this.progress = progress;
        this.stopRequest = new StopRequest(clock);
        this.notes = new RunNotes(clock, progress, request.reasons());
        this.plan = RunPlan.of(
                workload,
                request.system().factory().forClients(request.system().driver()),
                request.run().id(),
                request.workers().size(),
                request.setup().topology());
        this.watches = RunWatches.of(request, clock, plan.assignments());
        this.system = new TestedSystem(request, watches.ofFeatures(), clock, stopRequest, notes);
        this.losses = new WorkerLosses(plan.assignments());
        this.target = new TargetRate(workload);
        this.thresholds = new ThresholdJudge(workload);
        var journal = new Journal(request.resultBase(), request.run().beginNanos());
        this.store = new IntervalStore(
                request.workers().stream().map(WorkerTarget::name).toList(),
                workload.subscriptions().countStartingWithLoad(),
                LoadGrid.of(workload, 0).snapshotsPerInterval(),
                journal,
                new MergedSnapshots());
        store.joinShorterThan(workload.timing().sampleInterval().toNanos() / 2);
        this.workers = new Workers(request.run().id(), clock, client, new Reports());
        this.clocks = new RunClocks(workers, plan, clock);
        this.preparation = new Preparation(request, plan, workers, clock, stopRequest, progress, this::journalTopics);
        this.deliveries = new Deliveries(request, clock, workers, losses, preparation, store);
        this.runJournal = new RunJournal(request, clock, plan, workers, losses, clocks, system, journal);
        this.observers = Stream.of(
                        Stream.of(system.brokers()), watches.all(), Stream.of(clocks, deliveries, preparation))
                .flatMap(each -> each)
                .collect(Collectors.toCollection(ArrayList::new));
        journalRunState();
    }

    /**
     * Carries out the run, deletes what the run created, and returns the result. The result of a failed run states the
     * cause.
     */
    public RunResult run() {
        progress.step("contacting the system " + request.system().driver().name());
        try (Driver driver = request.system().factory().open(request.system().driver());
                Admin admin = driver.openAdmin();
                ClusterChange change = system.clusterChange(admin, progress)) {
            system.require(driver, admin);
            observers.forEach(RunObserver::begin);
            system.begin(driver, admin, change);
            for (RunObserver each : observers) {
                each.inspect(admin);
            }
            thresholds.expect(driver.guarantee());
            try {
                notes.phase(Phase.PREPARE, () -> prepare(admin));
                if (!stopRequest.isInterrupted()) {
                    runLoad(driver);
                    Reachability reachability = system.reachability(admin);
                    notes.phase(Phase.SETTLE, () -> settle(reachability));
                }
            } catch (RunFailedException | DriverException e) {
                notes.fail(e.getMessage());
            } finally {
                notes.phase(Phase.CLOSE, () -> close(admin));
            }
        } catch (RunFailedException | DriverException e) {
            notes.fail(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            notes.fail("the coordinator's thread was interrupted");
        } finally {
            observers.forEach(RunObserver::close);
            workers.close();
            system.close();
            deliveries.finish();
            store.finish(deliveries::neverDelivered);
            runJournal.journal().end();
        }
        takeEvents();
        runJournal.journal().failure().ifPresent(why -> notes.add(Reason.of(ReasonCode.JOURNAL_INCOMPLETE, why)));
        workers.ownStandstills(losses.standstills()).ifPresent(notes::add);
        observers.forEach(each -> notes.addAll(each.reasons()));
        return new ResultAssembly(
                        request,
                        plan,
                        notes,
                        system,
                        workers,
                        losses,
                        clocks,
                        thresholds,
                        deliveries,
                        watches,
                        observers,
                        store)
                .result(
                        runJournal.header(),
                        clock.epochNanos(),
                        events(),
                        Optional.ofNullable(loadSequence),
                        stopRequest.isInterrupted());
    }

    private void takeEvents() {
        observers.forEach(each -> each.takeEvents().forEach(notes::add));
    }

    private List<RunEvent> events() {
        List<RunEvent> events = new ArrayList<>(notes.events());
        if (loadSequence != null) {
            events.addAll(loadSequence.events());
        }
        events.sort(Comparator.comparingLong(RunEvent::atNanos));
        return events;
    }

    /** Returns whether the load of the run has begun or is about to begin. Any thread. */
    public boolean hasLoad() {
        return loadSequence != null;
    }

    /** Ends the run early and in good order; the result states that the run was interrupted. Any thread. */
    public void interrupt() {
        stopRequest.interrupt();
    }

    private void journalRunState() {
        runJournal.known(notes, namesInJournal);
    }

    /** Lets {@code recover} delete the topics if this process ends before it has deleted them. */
    private void journalTopics() {
        namesInJournal = plan.names();
        journalRunState();
    }

    /** Deletes the part of the journal that the result contains, after the result has been written. */
    public void resultIsWritten() {
        runJournal.journal().deleteLines();
    }

    private void prepare(Admin admin) throws InterruptedException {
        preparation.prepare(admin, plans -> observers.forEach(each -> each.prepare(admin, plans, progress)));
        observers.forEach(each -> each.planned(preparation.plan().assignments()));
        system.prepared(admin, preparation, workers.all());
    }

    private void runLoad(Driver driver) throws InterruptedException {
        if (request.workload().run().continuesAfterLoss()) {
            workers.goOnWithout(this::canDoWithout);
        }
        clocks.decide();
        watches.instrument().begin(workers.all(), clock);
        journalRunState();
        var context =
                new LoadContext(workers, store, clocks, clock, this::endsEarly, deliveries.expired(), target, progress);
        var phasesOfLoad = new LoadPhases(
                LoadGrid.of(request.workload(), clock.epochNanos() + LoadPhases.NOTICE.toNanos()), context);
        var load = new LoadSequence(
                request, phasesOfLoad, deliveries.lastArrival(), deliveries.later(), losses.standstills());
        loadSequence = load;
        observers.add(load);
        load.added().ifPresent(observers::add);
        var topics = preparation.plan().topics();
        system.plan(load, topics.get(0).name());
        load.whileWaiting(this::takeEvents);
        var logs = deliveries.watchLogs(driver, load.needsLogs());
        try {
            observers.forEach(each -> each.loadBegins(phasesOfLoad.grid().startNanos(), topics));
            load.run(logs);
        } finally {
            observers.forEach(RunObserver::loadEnds);
            notes.addPhases(phasesOfLoad.spans());
            journalRunState();
        }
    }

    private boolean canDoWithout(WorkerLink worker) {
        return preparation
                .plan()
                .canBeCarriedBy(workers.left().stream()
                        .filter(other -> other != worker && !other.hasGivenUp())
                        .map(WorkerLink::number)
                        .toList());
    }

    /**
     * Returns whether the load ends before its time: a person interrupted the run, a threshold that aborts the run is
     * missed, or consumers have received all that existed.
     */
    private boolean endsEarly() {
        boolean exhausted =
                request.workload().isConsumeOnly() && deliveries.lastArrival().isLongAgo();
        return stopRequest.isInterrupted() || thresholds.aborting().isPresent() || exhausted;
    }

    private void settle(Reachability reachability) throws InterruptedException {
        deliveries.settle(stopRequest, reachability, system.takeOver(), progress);
        clocks.finish();
    }

    /** Closes clients and deletes topics. If that fails, a reason states it; the figures stay valid. */
    private void close(Admin admin) throws InterruptedException {
        progress.step("closing clients, deleting topics");
        workers.expectLosses();
        observers.forEach(RunObserver::end);
        system.restore();
        workers.send(worker -> new Message.Close());
        system.reachability(admin);
        Deadline withoutSystem = Deadline.after(clock, LOST_SYSTEM_LIMIT);
        workers.awaitRunning(
                Deadline.after(clock, stopRequest.limit(CLOSE_LIMIT)),
                () -> workers.all().stream().allMatch(worker -> worker.isClosed() || !worker.isConnected())
                        || (system.isLost() && withoutSystem.isOver()));
        for (RunObserver each : observers) {
            // The next run must find the system as it was.
            workers.await(Deadline.after(clock, stopRequest.limit(each.endLimit())), each::hasEnded);
        }
        List<String> unclosed = workers.left().stream()
                .filter(worker -> !worker.isClosed())
                .map(WorkerLink::name)
                .toList();
        if (!unclosed.isEmpty() && notes.failure().isEmpty()) {
            notes.add(Reason.of(
                    ReasonCode.CLIENTS_LEFT,
                    "it is unknown whether the clients of " + String.join(", ", unclosed)
                            + " were closed: their figures may be missing"));
        }
        system.clientsAreClosed();
        preparation.endMark();
        if (preparation.hasRequestedTopics()) {
            system.deleteTopics(admin, workers, plan.names());
        }
    }

    /** Passes merged snapshots on to those who evaluate them. */
    private final class MergedSnapshots implements IntervalStore.Listener {
        @Override
        public void tick(Interval interval) {
            long number = store.ticks() - 1;
            OptionalDouble rate = target.of(interval);
            var late = losses.standstills().take(number);
            var tick = new Tick(interval, number, rate, late, late.and(deliveries.unknown()), deliveries.repeats());
            observers.forEach(each -> each.tick(tick));
            progress.tick(interval, rate.orElse(Double.POSITIVE_INFINITY));
        }

        @Override
        public void interval(Interval interval) {
            double targetMessagesPerSecond = target.of(interval).orElse(Double.POSITIVE_INFINITY);
            takeEvents();
            events().forEach(runJournal.journal()::happened);
            thresholds.add(interval, targetMessagesPerSecond);
            losses.add(interval, targetMessagesPerSecond);
            progress.interval(interval, targetMessagesPerSecond);
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
            return request.workload().isConsumeOnly()
                    || request.workload().load().hasOwnClients();
        }

        @Override
        public long expiredDeliveries() {
            return deliveries.subscriptions().expired();
        }
    }

    /** Evaluates the messages of workers. */
    private final class Reports implements Workers.Reports {
        @Override
        public void waitsForRoom(WorkerLink worker, String reason) {
            progress.step("waiting for worker " + worker.name() + ": " + reason);
        }

        @Override
        public void taken(WorkerLink worker, Message.SnapshotTaken message) {
            var snapshot = message.snapshot().onOtherClock(worker.track()::toOurs);
            var taken = new TakenSnapshot(worker, message, snapshot, store.phaseAt(snapshot.number()));
            observers.forEach(each -> each.taken(taken));
            // At the end: the snapshot of the last worker completes the tick.
            store.add(worker.number(), snapshot);
        }

        @Override
        public void message(WorkerLink worker, Message message) {
            observers.forEach(each -> each.message(worker, message));
        }

        @Override
        public void interrupted(WorkerLink worker, String reason) {
            notes.workerChanged(worker, "cannot be reached: " + reason);
        }

        @Override
        public void resumed(WorkerLink worker) {
            notes.workerChanged(worker, "is connected again; no snapshot was lost");
        }

        @Override
        public void lost(WorkerLink worker, String reason) {
            notes.workerChanged(worker, "is lost: " + reason);
            observers.forEach(each -> each.lost(worker));
        }

        @Override
        public void stoodStill(Pause pause) {
            notes.add(RunEvent.of(
                    EventKind.PROCESS_STOOD_STILL,
                    pause.beginNanos(),
                    "the process of the coordinator did not run for %.1f s",
                    pause.nanos() / 1e9));
        }

        @Override
        public void ends(WorkerLink worker) {
            store.ends(worker.number());
        }

        @Override
        public void continuedWithout(WorkerLink worker, String reason) {
            losses.add(worker, clock.epochNanos(), reason);
            store.gone(worker.number());
        }
    }
}
