package dev.weir.coordinator;

import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.clock.ClockStep;
import dev.weir.clock.Deadline;
import dev.weir.driver.Admin;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverException;
import dev.weir.measure.Counts;
import dev.weir.observe.Stretch;
import dev.weir.plan.RunPlan;
import dev.weir.result.Interval;
import dev.weir.result.IntervalStore;
import dev.weir.result.Journal;
import dev.weir.result.Phase;
import dev.weir.result.PhaseSpan;
import dev.weir.result.Reason;
import dev.weir.result.RunResult;
import dev.weir.result.Severity;
import dev.weir.result.SubscriptionResult;
import dev.weir.result.Throughput;
import dev.weir.wire.ErrorCount;
import dev.weir.wire.Message;
import dev.weir.workload.RateList;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Carries out one run: {@link #run} is its story. One thread, but for {@link #interrupt}.
 */
public final class Coordinator {
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);
    private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);

    /** How long the display waits for the last snapshot of a phase before it goes on to the next. */
    private static final Duration TELLING_LIMIT = Duration.ofSeconds(2);

    /** From the order to start to the first message: long enough for the order to reach every worker. */
    private static final Duration START_DELAY = Duration.ofMillis(300);

    /**
     * So long before the planned end the workers hear of it: told at the start, a worker's clock would have to be known for
     * hours ahead.
     */
    private static final Duration END_NOTICE = Duration.ofSeconds(20);

    private final RunRequest request;
    private final Workload workload;
    private final Clock clock;
    private final ProgressListener progress;
    private final Patience patience;
    private final RunPlan plan;
    private final List<PhaseSpan> phases = new ArrayList<>();
    private final List<Reason> reasons;
    private final DeliveryAudit audit;
    private final ErrorCounts errors = new ErrorCounts();
    private final ClientAssembly clients;
    private final SubscriptionTally subscriptions;
    private final Watch watch;
    private final Map<String, String> systemFacts = new TreeMap<>();
    private final IntervalStore store;
    private final Journal journal;
    private final Workers workers;
    private final RunClocks clocks;
    private final Preparation preparation;
    private final TargetRate target;
    private final LastArrival lastArrival;
    private OptionalLong endToAnnounceNanos = OptionalLong.empty();
    private String failure = "";
    private boolean settled;

    /** Prepares a run: begins its journal, and nothing else. */
    public Coordinator(RunRequest request, Clock clock, ProgressListener progress) {
        this.request = request;
        this.workload = request.workload();
        this.clock = clock;
        this.progress = progress;
        this.patience = new Patience(clock);
        this.reasons = new ArrayList<>(request.reasons());
        this.systemFacts.putAll(request.systemFacts());
        this.plan = RunPlan.of(
                workload,
                request.driver(),
                request.run().id(),
                request.workers().size(),
                request.setup().topology());
        this.clients = new ClientAssembly(plan.assignments());
        this.subscriptions = new SubscriptionTally(workload);
        this.target = new TargetRate(workload);
        this.lastArrival = new LastArrival(clock);
        this.watch = new Watch(plan.assignments());
        this.audit = new DeliveryAudit(workload.subscriptionsPerTopic());
        this.journal = new Journal(
                request.resultBase(),
                request.run().beginNanos(),
                Map.of(
                        "run", request.run(),
                        "workload", workload.name(),
                        "driver", request.driver().name()));
        this.store = new IntervalStore(
                request.workers().stream().map(WorkerTarget::name).toList(),
                workload.subscriptionsPerTopic(),
                LoadTimeline.of(workload, 0).snapshotsPerInterval(),
                journal,
                new Telling());
        this.workers = new Workers(request.run().id(), clock, new Reports());
        this.clocks = new RunClocks(workers, plan, clock);
        this.preparation = new Preparation(request, plan, workers, errors, clock, patience, progress);
    }

    /**
     * Carries the run out. Whatever happens, what was created is taken away and a result comes back, marked with why it
     * failed if it did.
     */
    public RunResult run() {
        progress.step("reaching " + request.driver().name());
        try (Driver driver = request.factory().open(request.driver());
                Admin admin = driver.openAdmin()) {
            systemFacts.putAll(admin.facts(FACTS_LIMIT));
            noteMissingAcknowledgements(driver);
            try {
                phase(Phase.PREPARE, () -> prepare(admin));
                if (!patience.isInterrupted()) {
                    runLoad();
                    phase(Phase.SETTLE, this::settle);
                }
            } catch (RunFailedException | DriverException e) {
                failure = String.valueOf(e.getMessage());
            } finally {
                phase(Phase.CLOSE, () -> close(admin));
            }
        } catch (RunFailedException | DriverException e) {
            failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the coordinator's thread was interrupted";
        } finally {
            workers.close();
            watch.close();
            store.finish();
            journal.close();
        }
        journal.failure().ifPresent(why -> reasons.add(new Reason("JOURNAL_INCOMPLETE", Severity.DEGRADED, why)));
        return new ResultAssembly(
                        request,
                        plan,
                        store,
                        auditResult(),
                        errors,
                        workers.all(),
                        clocks.result(),
                        clients.results(store.measured(), subscriptionResults()),
                        watch,
                        reasons,
                        failure,
                        patience.isInterrupted())
                .result(clock.epochNanos(), phases, systemFacts);
    }

    /** Ends the run early, as soon as that is possible in good order; its result says so. Any thread. */
    public void interrupt() {
        patience.interrupt();
    }

    /** Forgets the part of the journal that the result holds, once that has been written. */
    public void resultIsWritten() {
        journal.deleteLines();
    }

    private void prepare(Admin admin) throws InterruptedException {
        preparation.prepare(admin);
        clients.plan(preparation.plan().assignments());
        if (workload.usesExistingTopics()) {
            preparation
                    .plan()
                    .topics()
                    .forEach(topic ->
                            systemFacts.put("partitions of " + topic.name(), String.valueOf(topic.partitions())));
        }
    }

    private List<SubscriptionResult> subscriptionResults() {
        double seconds =
                Throughput.of(store.intervals(), workload.producerRate()).seconds();
        return subscriptions.results(seconds, preparation.plan().topics(), clients::latencyOf);
    }

    private void runLoad() throws InterruptedException {
        clocks.decide();
        watch.begin(workers.all(), clock);
        LoadTimeline timeline = LoadTimeline.of(workload, clock.epochNanos() + START_DELAY.toNanos());
        start(timeline);
        workers.whileWaiting(this::keepUp);
        long end = timeline.endSnapshot().map(timeline::at).orElse(Long.MAX_VALUE);
        try {
            if (timeline.warmupSnapshots() > 0) {
                loadPhase(Phase.WARM_UP, timeline.startNanos(), Optional.of(timeline.warmupSnapshots()), timeline);
            }
            if (!patience.isInterrupted()) {
                loadPhase(Phase.MEASUREMENT, timeline.measurementStartNanos(), timeline.endSnapshot(), timeline);
            }
            if (isExhausted()) {
                reasons.add(lastArrival.allConsumed());
            }
            if (patience.isInterrupted() || isExhausted()) {
                end = Math.min(end, endEarly(timeline));
            }
        } finally {
            addLoadSpans(timeline, Math.min(end, clock.epochNanos() + START_DELAY.toNanos()));
        }
    }

    /** All that is known of the load is planned ahead, so that no boundary waits for a message to arrive. */
    private void start(LoadTimeline timeline) {
        if (timeline.warmupSnapshots() > 0) {
            store.phaseBegins(Phase.WARM_UP, 0);
        }
        store.phaseBegins(Phase.MEASUREMENT, timeline.warmupSnapshots());
        timeline.endSnapshot().ifPresent(end -> store.phaseBegins(Phase.SETTLE, end));
        workers.send(worker -> new Message.Start(
                worker.track().toOther(timeline.startNanos()),
                workload.warmupProducerRate(),
                worker.track().toOther(timeline.measurementStartNanos()),
                timeline.snapshotNanos()));
        workers.send(worker -> atMeasurementStart(worker.track().toOther(timeline.measurementStartNanos())));
        target.measurementBegins(timeline.measurementStartNanos());
        lastArrival.measurementBegins(timeline.measurementStartNanos());
        clocks.measurementBegins(timeline.measurementStartNanos());
        timeline.endSnapshot().ifPresent(end -> endToAnnounceNanos = OptionalLong.of(timeline.at(end)));
        keepUp();
    }

    private Message atMeasurementStart(long nanos) {
        RateList rates = workload.particulars().rates();
        return rates.isEmpty()
                ? new Message.ChangeRate(nanos, workload.producerRate())
                : new Message.FollowRates(nanos, rates);
    }

    /** Whether nothing more comes of what there was to consume. */
    private boolean isExhausted() {
        return workload.isConsumeOnly() && lastArrival.isLongAgo();
    }

    private void keepUp() {
        clocks.keepUp();
        if (endToAnnounceNanos.isPresent()
                && endToAnnounceNanos.getAsLong() <= clock.epochNanos() + END_NOTICE.toNanos()) {
            endLoad(endToAnnounceNanos.getAsLong());
        }
    }

    /** Its end is planned, and passes by itself: here it is waited for, and for the snapshots that tell of it. */
    private void loadPhase(Phase phase, long beginNanos, Optional<Long> endSnapshot, LoadTimeline timeline)
            throws InterruptedException {
        Optional<Long> endNanos = endSnapshot.map(timeline::at);
        progress.phaseBegins(phase, endNanos.map(end -> Duration.ofNanos(end - beginNanos)));
        BooleanSupplier endsEarly = () -> patience.isInterrupted() || (phase == Phase.MEASUREMENT && isExhausted());
        workers.await(Deadline.at(clock, endNanos.orElse(Long.MAX_VALUE)), endsEarly);
        workers.await(after(TELLING_LIMIT), () -> store.ticks() >= endSnapshot.orElse(0L) || endsEarly.getAsBoolean());
    }

    private long endEarly(LoadTimeline timeline) {
        long endSnapshot = timeline.snapshotFrom(clock.epochNanos() + START_DELAY.toNanos());
        if (timeline.endSnapshot().isPresent() && timeline.endSnapshot().get() <= endSnapshot) {
            return timeline.at(timeline.endSnapshot().get());
        }
        store.phaseBegins(Phase.SETTLE, endSnapshot);
        endLoad(timeline.at(endSnapshot));
        return timeline.at(endSnapshot);
    }

    private void endLoad(long atNanos) {
        endToAnnounceNanos = OptionalLong.empty();
        workers.send(worker -> new Message.EndLoad(worker.track().toOther(atNanos)));
    }

    private void addLoadSpans(LoadTimeline timeline, long endNanos) {
        long measurement = timeline.measurementStartNanos();
        if (timeline.warmupSnapshots() > 0) {
            phases.add(new PhaseSpan(Phase.WARM_UP, timeline.startNanos(), Math.min(measurement, endNanos)));
        }
        if (endNanos > measurement) {
            phases.add(new PhaseSpan(Phase.MEASUREMENT, measurement, endNanos));
        }
    }

    private void settle() throws InterruptedException {
        progress.step("waiting for what is under way");
        settled = new Settlement(workers, this::isDelivered, store, clock, patience, request.deliverySilence()).await();
        clocks.finish();
    }

    private boolean isDelivered() {
        return workload.audited() ? audit.isComplete() : store.outstanding() == 0;
    }

    private AuditResult auditResult() {
        Counts total = store.total();
        return workload.audited()
                ? audit.result(settled)
                : AuditResult.off(
                        settled,
                        workload.subscriptionsPerTopic(),
                        total.acknowledged(),
                        total.failed(),
                        total.received());
    }

    /** What cannot be taken away is said, but takes nothing from the figures. */
    private void close(Admin admin) throws InterruptedException {
        progress.step("closing clients, deleting topics");
        workers.expectToLose();
        workers.send(worker -> new Message.Close());
        boolean closed = workers.await(
                after(patience.limit(CLOSE_LIMIT)),
                () -> workers.all().stream().allMatch(worker -> worker.isClosed() || !worker.isConnected()));
        if (!closed) {
            reasons.add(new Reason("CLIENTS_LEFT", Severity.NOTE, "not every worker has closed its clients in time"));
        }
        if (preparation.hasRequestedTopics()) {
            try {
                // Of topics that existed, only what is named after these: the subscriptions.
                admin.deleteTopics(plan.names(), patience.limit(DELETE_LIMIT));
            } catch (DriverException e) {
                reasons.add(new Reason("TOPICS_LEFT", Severity.NOTE, String.valueOf(e.getMessage())));
            }
        }
    }

    private void noteMissingAcknowledgements(Driver driver) {
        if (!driver.acknowledges()) {
            reasons.add(new Reason(
                    "NO_ACKNOWLEDGEMENTS",
                    Severity.NOTE,
                    "the client does not wait for acknowledgements (acks=0): there are no publish latencies, and"
                            + " 'acknowledged' means handed to the network"));
        }
    }

    private void phase(Phase phase, Step step) throws InterruptedException {
        progress.phaseBegins(phase, Optional.empty());
        long begin = clock.epochNanos();
        try {
            step.run();
        } finally {
            phases.add(new PhaseSpan(phase, begin, clock.epochNanos()));
        }
    }

    private Deadline after(Duration duration) {
        return Deadline.after(clock, duration);
    }

    /** Tells of merged snapshots. */
    private final class Telling implements IntervalStore.Listener {
        @Override
        public void tick(Interval tick) {
            watch.tick(tick.phase(), new Stretch(tick.fromNanos(), tick.toNanos()));
            lastArrival.note(tick);
            progress.tick(tick, target.of(tick).orElse(Double.POSITIVE_INFINITY));
        }

        @Override
        public void interval(Interval interval) {
            progress.interval(interval, target.of(interval).orElse(Double.POSITIVE_INFINITY));
        }

        @Override
        public OptionalDouble targetMessagesPerSecond(Interval interval) {
            return target.of(interval);
        }
    }

    /** Takes in what workers report. */
    private final class Reports implements Workers.Reports {
        @Override
        public void taken(WorkerLink worker, Message.SnapshotTaken taken) {
            var onOurs = taken.snapshot().onOtherClock(worker.track()::toOurs);
            long aheadNanos = onOurs.toNanos() - taken.snapshot().toNanos();
            watch.taken(worker.number(), taken, store.phaseAt(onOurs.number()), aheadNanos);
            store.add(worker.number(), onOurs);
            subscriptions.add(store.phaseAt(onOurs.number()), taken);
            audit.acknowledged(taken.acknowledged());
            audit.failed(taken.failed());
            taken.received().forEach(received -> audit.received(received.subscription(), received.notes()));
            errors.add(taken.errors());
        }

        @Override
        public void failed(List<ErrorCount> counts) {
            errors.add(counts);
        }

        @Override
        public void stepped(WorkerLink worker, ClockStep step) {
            clocks.note(worker.name(), new ClockStep(worker.track().toOurs(step.atNanos()), step.byNanos()));
        }

        @Override
        public void closed(WorkerLink worker, Message.ProducerClosed producer) {
            clients.add(worker.name(), producer);
        }

        @Override
        public void closed(WorkerLink worker, Message.ConsumerClosed consumer) {
            clients.add(worker.name(), consumer);
        }
    }

    /** What a phase does. */
    private interface Step {
        void run() throws InterruptedException;
    }
}
