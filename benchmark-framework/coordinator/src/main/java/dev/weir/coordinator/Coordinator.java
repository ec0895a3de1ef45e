package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.cluster.ClusterChange;
import dev.weir.coordinator.phase.LoadPhases.LoadContext;
import dev.weir.coordinator.phase.LoadSequence;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObserver.DisturbanceEvent;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.exception.DriverException;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunHeader;
import dev.weir.result.RunResult;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.Journal;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one run: {@link #run} lists its steps. Used by one thread, except for {@link #interrupt} and {@link
 * #hasLoad}.
 */
public final class Coordinator {
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);

    /** Limit for closing clients when no broker answers; their workers close the others later. */
    private static final Duration LOST_SYSTEM_LIMIT = Duration.ofSeconds(20);

    private final RunRequest request;
    private final Clock clock;
    private final ProgressListener progress;
    private final StopRequest stopRequest;
    private final RunNotes notes;
    private final TestedSystem system;
    private final Journal journal;
    private final Workers workers;
    private final RunClocks clocks;
    private final Preparation preparation;
    private final RunIntervals intervals;
    private final Deliveries deliveries;
    private final RunWatches watches;
    private final List<RunObserver> observers = new ArrayList<>();
    private volatile @Nullable LoadSequence loadSequence;

    /** Prepares a run and begins its journal. */
    public Coordinator(RunRequest request, Clock clock, ProgressListener progress) {
        this(request, clock, progress, new WireClient(clock));
    }

    Coordinator(RunRequest request, Clock clock, ProgressListener progress, WireClient client) {
        this.request = request;
        this.clock = clock;
        this.progress = progress;
        this.stopRequest = new StopRequest(clock);
        this.notes = new RunNotes(clock, progress, request.system().reasons());
        RunPlan plan = RunPlan.of(
                request.workload(),
                request.system().factory().forClients(request.system().driver()),
                request.run().id(),
                request.workers().size(),
                request.setup().topology());
        this.watches = RunWatches.of(request, clock, plan.assignments());
        this.system = new TestedSystem(request, clock, stopRequest, notes);
        this.workers =
                new Workers(request.run().id(), plan.assignments(), clock, client, observers, progress, notes::add);
        this.clocks = new RunClocks(workers, plan, clock);
        this.preparation = new Preparation(request, plan, workers, clock, stopRequest, progress, this::journalRunState);
        this.journal = new Journal(request.resultBase(), request.run().beginNanos());
        this.intervals = new RunIntervals(
                request, clock, workers, preparation, journal, progress, observers, this::eventsUntilNow);
        this.deliveries = intervals.deliveries();
        observers.addAll(watches.all());
        observers.addAll(List.of(clocks, deliveries, preparation, intervals));
        journalRunState();
    }

    /** Carries out the run, deletes what it created, and returns the result, which states the cause of a failure. */
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
            intervals.thresholds().expect(driver.guarantee());
            try {
                notes.phase(Phase.PREPARE, () -> prepare(admin));
                if (!stopRequest.isInterrupted()) {
                    runLoad(driver);
                    Reachability reachability = system.reachability(admin);
                    notes.phase(Phase.SETTLE, () -> {
                        deliveries.settle(stopRequest, reachability, driver.takeOver(), progress);
                        clocks.finish();
                    });
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
            intervals.finish();
            journal.end();
        }
        List<RunEvent> events = eventsUntilNow();
        journal.failure().ifPresent(why -> notes.add(Reason.of(ReasonCode.JOURNAL_INCOMPLETE, why)));
        workers.ownStandstills().ifPresent(notes::add);
        observers.forEach(each -> each.reasons().forEach(notes::add));
        RunPlan plan = preparation.plan();
        Optional<LoadSequence> load = Optional.ofNullable(loadSequence);
        return new ResultAssembly(request, plan, notes, system, workers, clocks, intervals, watches, observers)
                .result(request.header(), clock.epochNanos(), events, load, stopRequest.isInterrupted());
    }

    private void takeEvents() {
        observers.forEach(each -> each.takeEvents().forEach(notes::add));
        List<DisturbanceEvent> disturbances = new ArrayList<>();
        observers.forEach(each -> disturbances.addAll(each.takeDisturbances()));
        for (DisturbanceEvent each : disturbances) {
            notes.add(each.event());
            observers.forEach(observer -> observer.disturbed(each));
        }
    }

    private List<RunEvent> eventsUntilNow() {
        takeEvents();
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

    /** Writes to the journal what no interval contains, for the result of a run whose coordinator is killed. */
    private void journalRunState() {
        List<Reason> reasons = new ArrayList<>(notes.reasons());
        reasons.addAll(WorkloadNotes.of(request));
        var verdict = new RunVerdict(reasons, List.of(), Optional.of(notes.failure()), false);
        var documents = workers.all().stream().map(workers.losses()::document).toList();
        RunHeader header = request.header();
        long now = clock.epochNanos();
        RunResult begun = header.begun(
                now, verdict, notes.phases(), documents, clocks.clocks(), system.facts(), system.durability());
        journal.known(begun.document(), preparation.ownTopics());
    }

    /** Deletes the part of the journal that the result contains, after the result has been written. */
    public void resultIsWritten() {
        journal.deleteLines();
    }

    private void prepare(Admin admin) throws InterruptedException {
        preparation.prepare(admin, plans -> observers.forEach(each -> each.prepare(admin, plans, progress)));
        observers.forEach(each -> each.planned(preparation.plan().assignments()));
        system.prepared(admin, preparation, workers.all());
    }

    private void runLoad(Driver driver) throws InterruptedException {
        if (request.workload().run().continuesAfterLoss()) {
            workers.goOnIfCarriedBy(numbers -> preparation.plan().canBeCarriedBy(numbers));
        }
        clocks.decide();
        watches.instrument().begin(workers.all(), clock);
        journalRunState();
        var context = new LoadContext(
                workers,
                intervals.store(),
                clocks,
                clock,
                this::endsEarly,
                deliveries.expired(),
                intervals.target(),
                progress);
        var topics = preparation.plan().topics();
        String first = topics.get(0).name();
        LongConsumer whenMeasured = nanos -> observers.forEach(each -> each.measurementBegins(nanos, first));
        var load = new LoadSequence(request, context, deliveries.lastArrival(), deliveries.later(), whenMeasured);
        loadSequence = load;
        observers.add(load);
        load.added().ifPresent(observers::add);
        var logs = deliveries.watchLogs(driver, load.needsLogs());
        try {
            observers.forEach(each -> each.loadBegins(load.startNanos(), topics));
            load.run(logs, this::takeEvents);
        } finally {
            observers.forEach(RunObserver::loadEnds);
            load.spans().forEach(notes::add);
            journalRunState();
        }
    }

    /**
     * Returns whether the load ends before its time: a person interrupted the run, a threshold that aborts the run is
     * missed, or consumers have received all that existed.
     */
    private boolean endsEarly() {
        return stopRequest.isInterrupted()
                || intervals.thresholds().aborting().isPresent()
                || (request.workload().isConsumeOnly()
                        && deliveries.lastArrival().isLongAgo());
    }

    /** Closes clients and deletes topics. If that fails, a reason states it; the figures stay valid. */
    private void close(Admin admin) throws InterruptedException {
        progress.step("closing clients, deleting topics");
        workers.expectLosses();
        observers.forEach(RunObserver::end);
        observers.forEach(RunObserver::restore);
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
            String text = "it is unknown whether the clients of " + String.join(", ", unclosed)
                    + " were closed: their figures may be missing";
            notes.add(Reason.of(ReasonCode.WORKER_LOST, Severity.NOTE, text));
        }
        // Ends the search for leaders first: partitions of deleted topics have none.
        watches.brokers().close();
        preparation.endMark();
        if (preparation.hasRequestedTopics()) {
            system.deleteTopics(admin, workers, preparation.plan().names());
        }
    }
}
