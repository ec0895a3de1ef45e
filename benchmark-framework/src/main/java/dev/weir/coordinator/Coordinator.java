package dev.weir.coordinator;

import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Admin;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverException;
import dev.weir.driver.TopicSpec;
import dev.weir.plan.RunPlan;
import dev.weir.result.Interval;
import dev.weir.result.IntervalStore;
import dev.weir.result.Journal;
import dev.weir.result.Phase;
import dev.weir.result.PhaseSpan;
import dev.weir.result.RunResult;
import dev.weir.wire.ErrorCount;
import dev.weir.wire.Message;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Carries out one run: {@link #run} is its story. One thread, but for {@link #interrupt}.
 */
public final class Coordinator {
    private static final Duration TOPIC_LIMIT = Duration.ofMinutes(2);
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration OPEN_LIMIT = Duration.ofMinutes(3);
    private static final Duration PROBE_LIMIT = Duration.ofMinutes(1);
    private static final Duration PROBE_AGAIN = Duration.ofSeconds(2);
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);

    /** Longer than a Kafka client's delivery timeout: whatever becomes of a message, it is known by then. */
    private static final Duration RESOLVE_LIMIT = Duration.ofSeconds(150);

    /** Delivery has come to an end when nothing has arrived for so long. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(10);

    /** How long the display waits for the last snapshot of a phase before it goes on to the next. */
    private static final Duration TELLING_LIMIT = Duration.ofSeconds(2);

    /** From the order to start to the first message: long enough for the order to reach every worker. */
    private static final Duration START_DELAY = Duration.ofMillis(300);

    private final RunRequest request;
    private final Workload workload;
    private final Clock clock;
    private final ProgressListener progress;
    private final RunPlan plan;
    private final List<PhaseSpan> phases = new ArrayList<>();
    private final DeliveryAudit audit;
    private final ErrorCounts errors = new ErrorCounts();
    private final Map<String, String> systemFacts = new TreeMap<>();
    private final IntervalStore store;
    private final Journal journal;
    private final Workers workers;
    private String failure = "";
    private boolean topicsCreated;
    private boolean settled;
    private volatile boolean interrupted;
    private double targetMessagesPerSecond;

    /** Prepares a run: begins its journal, and nothing else. */
    public Coordinator(RunRequest request, Clock clock, ProgressListener progress) {
        this.request = request;
        this.workload = request.workload();
        this.clock = clock;
        this.progress = progress;
        this.plan = RunPlan.of(
                workload,
                request.driver(),
                request.run().id(),
                request.workers().size());
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
                new IntervalStore.Listener() {
                    @Override
                    public void tick(Interval tick) {
                        progress.tick(tick, targetMessagesPerSecond);
                    }

                    @Override
                    public void interval(Interval interval) {
                        progress.interval(interval, targetMessagesPerSecond);
                    }
                });
        this.workers = new Workers(request.run().id(), clock, new Reports());
    }

    /**
     * Carries the run out. Whatever happens, what was created is taken away and a result comes back, marked with why it
     * failed if it did.
     */
    public RunResult run() {
        progress.step("reaching " + request.driver().name());
        try (Driver driver = request.factory().open(request.driver());
                Admin admin = driver.openAdmin()) {
            try {
                phase(Phase.PREPARE, Optional.empty(), () -> prepare(admin));
                if (!interrupted) {
                    runLoad();
                    phase(Phase.SETTLE, Optional.empty(), this::settle);
                }
            } catch (RunFailedException | DriverException e) {
                failure = String.valueOf(e.getMessage());
            } finally {
                phase(Phase.CLOSE, Optional.empty(), () -> close(admin));
            }
        } catch (RunFailedException | DriverException e) {
            failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the coordinator's thread was interrupted";
        } finally {
            workers.close();
            store.finish();
            journal.close();
        }
        return result();
    }

    /** Ends the run early, as soon as that is possible in good order; its result says so. Any thread. */
    public void interrupt() {
        interrupted = true;
    }

    /** Forgets the part of the journal that the result holds, once that has been written. */
    public void resultIsWritten() {
        journal.deleteLines();
    }

    private void prepare(Admin admin) throws InterruptedException {
        if (request.driver().reset()) {
            List<String> old = admin.topicsWithPrefix(RunPlan.TOPIC_PREFIX, TOPIC_LIMIT);
            progress.step("deleting " + old.size() + " topics of earlier runs");
            admin.deleteTopics(old, TOPIC_LIMIT);
        }
        progress.step("connecting to " + count(request.workers().size(), "worker"));
        request.workers().forEach(workers::connect);
        workers.awaitEach("welcome", after(CONNECT_LIMIT), worker -> worker.isWelcome() || interrupted);
        if (interrupted) {
            return;
        }
        progress.step("creating " + count(plan.topics().size(), "topic") + " with "
                + count(workload.partitionsPerTopic(), "partition"));
        systemFacts.putAll(admin.facts(FACTS_LIMIT));
        topicsCreated = true;
        admin.createTopics(plan.topics(), TOPIC_LIMIT);

        progress.step("opening " + count(workload.consumers(), "consumer") + " and "
                + count(workload.producers(), "producer"));
        workers.send(worker -> new Message.Assign(plan.assignments().get(worker.number())));
        workers.awaitEach("ready", after(OPEN_LIMIT), worker -> worker.isReady() || interrupted);
        proveEveryPartition();
    }

    /** Consumers may join late, so probes are sent again until one has arrived from each partition everywhere. */
    private void proveEveryPartition() throws InterruptedException {
        int wanted = plan.topics().stream().mapToInt(TopicSpec::partitions).sum() * workload.subscriptionsPerTopic();
        progress.step("proving " + count(wanted, "partition") + " by a message to each subscription");
        Deadline deadline = after(PROBE_LIMIT);
        // Different ones: when a consumer joins late, a partition moves, and two workers prove it.
        BooleanSupplier proven = () -> workers.all().stream()
                                .flatMap(worker -> worker.proven().stream())
                                .distinct()
                                .count()
                        >= wanted
                || interrupted;
        do {
            workers.send(worker -> new Message.Probe());
        } while (!workers.await(after(PROBE_AGAIN), proven) && !deadline.isOver());
        if (!proven.getAsBoolean()) {
            throw new RunFailedException(UnprovenPartitions.describe(plan, workload, workers.all()) + errors.suffix());
        }
    }

    private void runLoad() throws InterruptedException {
        LoadTimeline timeline = LoadTimeline.of(workload, clock.epochNanos() + START_DELAY.toNanos());
        start(timeline);
        if (timeline.warmupSnapshots() > 0) {
            store.phaseBegins(Phase.WARM_UP, 0);
            targetMessagesPerSecond = workload.warmupProducerRate();
            loadPhase(Phase.WARM_UP, timeline.startNanos(), Optional.of(timeline.warmupSnapshots()), timeline);
        }
        if (!interrupted) {
            store.phaseBegins(Phase.MEASUREMENT, timeline.warmupSnapshots());
            targetMessagesPerSecond = workload.producerRate();
            loadPhase(Phase.MEASUREMENT, timeline.measurementStartNanos(), timeline.endSnapshot(), timeline);
        }
        long endSnapshot = timeline.endSnapshot().orElse(Long.MAX_VALUE);
        if (interrupted) {
            endSnapshot = Math.min(endSnapshot, timeline.snapshotFrom(clock.epochNanos() + START_DELAY.toNanos()));
            endLoad(timeline.at(endSnapshot));
        }
        store.phaseBegins(Phase.SETTLE, endSnapshot);
    }

    /** All that is known of the load is planned ahead, so that no boundary waits for a message to arrive. */
    private void start(LoadTimeline timeline) {
        workers.send(worker -> new Message.Start(
                worker.clockOffset().toOther(timeline.startNanos()),
                workload.warmupProducerRate(),
                worker.clockOffset().toOther(timeline.measurementStartNanos()),
                timeline.snapshotNanos()));
        workers.send(worker -> new Message.ChangeRate(
                worker.clockOffset().toOther(timeline.measurementStartNanos()), workload.producerRate()));
        timeline.endSnapshot().ifPresent(end -> endLoad(timeline.at(end)));
    }

    private void endLoad(long atNanos) {
        workers.send(worker -> new Message.EndLoad(worker.clockOffset().toOther(atNanos)));
    }

    /** Its end is planned, and passes by itself: here it is waited for, and for the snapshots that tell of it. */
    private void loadPhase(Phase phase, long beginNanos, Optional<Long> endSnapshot, LoadTimeline timeline)
            throws InterruptedException {
        Optional<Long> endNanos = endSnapshot.map(timeline::at);
        progress.phaseBegins(phase, endNanos.map(end -> Duration.ofNanos(end - beginNanos)));
        long end = endNanos.orElse(Long.MAX_VALUE);
        try {
            workers.await(Deadline.at(clock, end), () -> interrupted);
            if (!interrupted) {
                workers.await(after(TELLING_LIMIT), () -> store.ticks() >= endSnapshot.orElse(0L));
            }
        } finally {
            phases.add(new PhaseSpan(phase, beginNanos, Math.min(end, clock.epochNanos())));
        }
    }

    /** Waits for what is under way: first to be resolved at the producers, then to arrive at the consumers. */
    private void settle() throws InterruptedException {
        progress.step("waiting for what is under way");
        workers.awaitEach("done sending", after(RESOLVE_LIMIT), WorkerLink::hasLoadEnded);
        awaitSnapshotOfEach();
        long received = -1;
        while (!audit.isComplete() && store.total().received() > received) {
            received = store.total().received();
            long before = received;
            workers.await(
                    after(SILENCE_LIMIT),
                    () -> audit.isComplete() || store.total().received() > before);
        }
        // A duplicate comes after the message that completed the audit.
        awaitSnapshotOfEach();
        settled = true;
    }

    private void awaitSnapshotOfEach() throws InterruptedException {
        Map<WorkerLink, Long> before = new HashMap<>();
        workers.all().forEach(worker -> before.put(worker, worker.snapshots()));
        workers.awaitEach("sending snapshots", after(SILENCE_LIMIT), worker -> {
            Long earlier = before.get(worker);
            return earlier != null && worker.snapshots() > earlier + 1;
        });
    }

    private void close(Admin admin) throws InterruptedException {
        progress.step("closing");
        try {
            workers.send(worker -> new Message.Close());
            workers.awaitEach("closed", after(CLOSE_LIMIT), worker -> worker.isClosed() || !worker.isConnected());
        } finally {
            if (topicsCreated) {
                admin.deleteTopics(plan.topics().stream().map(TopicSpec::name).toList(), TOPIC_LIMIT);
            }
        }
    }

    private void phase(Phase phase, Optional<Duration> planned, Step step) throws InterruptedException {
        progress.phaseBegins(phase, planned);
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

    private RunResult result() {
        return new ResultAssembly(
                        request, plan, store, audit.result(settled), errors, workers.all(), failure, interrupted)
                .result(clock.epochNanos(), phases, systemFacts);
    }

    private static String count(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Takes in what workers report. */
    private final class Reports implements Workers.Reports {
        @Override
        public void taken(WorkerLink worker, Message.SnapshotTaken taken) {
            store.add(
                    worker.number(),
                    taken.snapshot().onClockAheadBy(-worker.clockOffset().offsetNanos()));
            audit.acknowledged(taken.acknowledged());
            audit.failed(taken.failed());
            taken.received().forEach(received -> audit.received(received.subscription(), received.notes()));
            errors.add(taken.errors());
        }

        @Override
        public void failed(List<ErrorCount> counts) {
            errors.add(counts);
        }
    }

    /** What a phase does. */
    private interface Step {
        void run() throws InterruptedException;
    }
}
