package dev.weir.coordinator;

import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.clock.ClockStep;
import dev.weir.clock.Deadline;
import dev.weir.cluster.ClusterChange;
import dev.weir.cluster.RestoreFolder;
import dev.weir.coordinator.figures.ClientFigures;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.figures.LoopTally;
import dev.weir.coordinator.figures.MembershipFigures;
import dev.weir.coordinator.figures.NeverDelivered;
import dev.weir.coordinator.figures.SubscriptionTally;
import dev.weir.coordinator.phase.DeliverySilence;
import dev.weir.coordinator.phase.LaterSubscriptions;
import dev.weir.coordinator.phase.LoadContext;
import dev.weir.coordinator.phase.LoadGrid;
import dev.weir.coordinator.phase.LoadPhases;
import dev.weir.coordinator.phase.LoadSequence;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.phase.Settlement;
import dev.weir.coordinator.phase.TargetRate;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.coordinator.spike.SpikeWatch;
import dev.weir.coordinator.system.AvailabilityTrack;
import dev.weir.coordinator.system.BrokerWatch;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.FaultRun;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.system.RunProfiles;
import dev.weir.coordinator.system.ThrottleTrack;
import dev.weir.coordinator.verdict.LoadRecord;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.LateOrders;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.WorkerJvms;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.TransactionSupport;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunHeader;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunCourse;
import dev.weir.result.document.RunOrigin;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.document.Worker;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.run.ProfileResult;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.result.run.TransactionLoopResult;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.ErrorCount;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.text.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one run: {@link #run} lists its steps. Used by one thread, except for {@link #interrupt} and {@link
 * #hasLoad}.
 */
public final class Coordinator {
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(1);
    private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);

    /** A broker hands its recording over within a second, unless it is killed or stands still. */
    private static final Duration PROFILES_LIMIT = Duration.ofSeconds(10);

    private static final int MAX_TOPICS_SHOWN = 5;

    /**
     * How long the coordinator waits for clients to close when no broker answers; their workers close the others later.
     */
    private static final Duration LOST_SYSTEM_LIMIT = Duration.ofSeconds(20);

    /**
     * How long deliveries stay unknown after a worker is lost: an unreachable worker ends its load within a minute, and
     * closes its clients within another.
     */
    private static final Duration DELIVERY_UNKNOWN_LIMIT = Duration.ofMinutes(2);

    private final RunRequest request;
    private final Workload workload;
    private final Clock clock;
    private final ProgressListener progress;
    private final StopRequest stopRequest;
    private final RunPlan plan;
    private final List<PhaseSpan> phases = new ArrayList<>();
    private final List<Reason> reasons;
    private final DeliveryAudit audit;
    private final ErrorCounts errors = new ErrorCounts();
    private final ClientFigures clients;
    private final ExpiredMessages expired;
    private final SubscriptionTally subscriptions;
    private final LaterSubscriptions later;
    private final MembershipFigures members;
    private final InstrumentObservations watch;
    private final SpikeWatch spikes = new SpikeWatch();
    private final Map<String, String> systemFacts = new TreeMap<>();
    private final ThresholdJudge thresholds;
    private final IntervalStore store;
    private final Journal journal;
    private final Workers workers;
    private final RunClocks clocks;
    private final Preparation preparation;
    private final TargetRate target;
    private final LastArrival lastArrival;
    private final DeliverySilence deliverySilence;
    private final List<RunEvent> workerEvents = new ArrayList<>();
    private final WorkerLosses losses;
    private final LateOrders lateOrders = new LateOrders();
    private final LoopTally loops = new LoopTally();
    private final BrokerWatch brokers;
    private final Optional<FaultRun> faults;
    private final List<FaultRun.FaultEvent> faultEvents = new ArrayList<>();
    private final Optional<RunProfiles> profiles;
    private final AvailabilityTrack availability;
    private final ThrottleTrack throttles = new ThrottleTrack();
    private final ErrorCounts preparationErrors = new ErrorCounts();
    private Durability durability = Durability.NONE;
    private List<String> namesInJournal = List.of();
    private String failure = "";
    private Duration takeOver = Duration.ZERO;
    private boolean settled;
    private boolean settles;
    private long resolvedNanos = Long.MAX_VALUE;
    private boolean finishing;
    private long waitedNanos;
    private long deliveryUnknownUntilNanos = Long.MAX_VALUE;
    private final Set<RunEvent> notedEvents = new HashSet<>();
    private Optional<ClusterChange> cluster = Optional.empty();
    private Optional<Reachability> reachability = Optional.empty();
    private Optional<LogWatch> logs = Optional.empty();
    private volatile @Nullable LoadSequence loadSequence;

    /** Prepares a run and begins its journal. */
    public Coordinator(RunRequest request, Clock clock, ProgressListener progress) {
        this(request, clock, progress, new WireClient(clock));
    }

    /** Prepares a run whose connections have other limits. */
    Coordinator(RunRequest request, Clock clock, ProgressListener progress, WireClient client) {
        this.request = request;
        this.workload = request.workload();
        this.clock = clock;
        this.progress = progress;
        this.stopRequest = new StopRequest(clock);
        this.reasons = new ArrayList<>(request.reasons());
        this.systemFacts.putAll(request.system().facts());
        this.plan = RunPlan.of(
                workload,
                request.system().factory().forClients(request.system().driver()),
                request.run().id(),
                request.workers().size(),
                request.setup().topology());
        this.clients = new ClientFigures(plan.assignments());
        this.losses = new WorkerLosses(plan.assignments());
        this.target = new TargetRate(workload);
        this.lastArrival = new LastArrival(workload.subscriptions().haveShareGroups());
        this.deliverySilence = new DeliverySilence(request.deliverySilence(), lastArrival, clock);
        this.watch = new InstrumentObservations(plan.assignments());
        this.audit = new DeliveryAudit(
                workload.subscriptions().count(), !request.system().factory().payloadOnly());
        this.expired = new ExpiredMessages(
                numbers(kind -> kind.share().isPresent()),
                numbers(kind -> !kind.startsWithLoad() && kind.receivesAll()));
        this.subscriptions = new SubscriptionTally(workload, audit, expired::of);
        this.later = new LaterSubscriptions(workload, subscriptions, audit, clock);
        this.members = new MembershipFigures(workload, audit, subscriptions);
        this.journal = new Journal(request.resultBase(), request.run().beginNanos());
        this.thresholds = new ThresholdJudge(workload);
        this.store = new IntervalStore(
                request.workers().stream().map(WorkerTarget::name).toList(),
                workload.subscriptions().countStartingWithLoad(),
                LoadGrid.of(workload, 0).snapshotsPerInterval(),
                journal,
                new MergedSnapshots());
        store.joinShorterThan(workload.timing().sampleInterval().toNanos() / 2);
        this.workers = new Workers(request.run().id(), clock, client, new Reports());
        this.clocks = new RunClocks(workers, plan, clock);
        this.brokers = new BrokerWatch(request, clock);
        this.preparation = new Preparation(
                request, plan, workers, preparationErrors, clock, stopRequest, progress, this::journalTopics);
        this.availability = new AvailabilityTrack(workload, plan.assignments());
        this.faults = request.system()
                .faults()
                .filter(any -> !workload.run().faults().isEmpty())
                .map(able -> new FaultRun(able, workload.run().faults(), clock));
        this.profiles = workload.run()
                .profile()
                .map(part -> new RunProfiles(
                        part, request.resultBase(), request.system().faults()));
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
                ClusterChange change = clusterChange(admin)) {
            cluster = Optional.of(change);
            requireSystem(admin);
            requireCapabilities(driver);
            requireFaults();
            requireConsumers(admin);
            takeOver = driver.transactions().map(TransactionSupport::takeOver).orElse(Duration.ZERO);
            change.apply();
            systemFacts.putAll(admin.facts(FACTS_LIMIT));
            noteMissingAcknowledgements(driver);
            thresholds.expect(driver.guarantee());
            brokers.prepare(admin);
            profiles.ifPresent(RunProfiles::begin);
            try {
                phase(Phase.PREPARE, () -> prepare(admin));
                if (!stopRequest.isInterrupted()) {
                    runLoad(driver);
                    startReachabilityChecks(admin);
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
            profiles.ifPresent(RunProfiles::close);
            reachability.ifPresent(Reachability::close);
            logs.ifPresent(LogWatch::close);
            workers.close();
            faults.ifPresent(FaultRun::end);
            watch.close();
            brokers.end();
            finishing = true;
            store.finish(this::neverDelivered);
            journal.end();
        }
        journal.failure().ifPresent(why -> reasons.add(Reason.of(ReasonCode.JOURNAL_INCOMPLETE, why)));
        reasons.addAll(brokers.reasons());
        faults.ifPresent(each -> reasons.addAll(each.reasons()));
        workers.ownStandstills(losses.standstills()).ifPresent(reasons::add);
        clients.sharedLatencies().ifPresent(reasons::add);
        lateOrders.reason(store.total().sends().sent()).ifPresent(reasons::add);
        reasons.addAll(later.reasons());
        reasons.addAll(preparation.reasons());
        noteFaults();
        Optional<TransactionLoopResult> loop = workload.load() instanceof TransactionLoop each
                ? Optional.of(loops.result(each, request.resultBase(), reasons::add))
                : Optional.empty();
        long now = clock.epochNanos();
        RunHeader header = header();
        var load = new LoadRecord(
                store,
                auditResult(),
                errors,
                workers.all(),
                losses,
                profileResults(),
                new LoadRecord.Causes(expired.explain(), subscriptions.explainRepeats()),
                throttles.finding());
        RunClients closed = clients.clients(subscriptionResults(), subscriptions.shareGroups());
        brokers.troubles()
                .forEach(each -> spikes.brokerTrouble(each.cause(), each.broker(), each.fromNanos(), each.toNanos()));
        Optional<BrokerMetrics> brokerMetrics = brokers.metrics(
                phases,
                Throughput.of(store.intervals()),
                systemFacts,
                durability.find(DurabilityKey.REPLICATION_FACTOR));
        return new ResultAssembly(
                        request,
                        plan,
                        load,
                        thresholds,
                        watch,
                        clocks.clocks().with(clients.hostPairs(store.measured())),
                        closed,
                        new RunVerdict(reasons, List.of(), Optional.of(failure), stopRequest.isInterrupted()))
                .result(
                        header,
                        now,
                        new RunCourse(
                                header.course(now),
                                phases,
                                events(),
                                store.parts(),
                                members.results(),
                                spikes.spikes(brokerMetrics, events(), mayHaveDeliveredFailed(load.audit()))),
                        new RunOrigin(
                                brokerMetrics,
                                header.provenance(
                                        systemFacts,
                                        cluster.map(ClusterChange::results).orElse(List.of())),
                                List.of()),
                        durability,
                        Optional.ofNullable(loadSequence),
                        availability.result(faultEvents),
                        loop);
    }

    private Set<Integer> numbers(Predicate<Subscription> chosen) {
        List<Subscription> each = workload.subscriptions().each();
        return IntStream.range(0, each.size())
                .filter(s -> chosen.test(each.get(s)))
                .boxed()
                .collect(Collectors.toSet());
    }

    /** Returns whether messages whose sends failed may have been delivered. */
    private static boolean mayHaveDeliveredFailed(AuditResult audit) {
        return !audit.audited() || audit.violations().deliveredThoughFailed() > 0;
    }

    private List<ProfileResult> profileResults() {
        return profiles.map(each -> each.results(workers.all(), phases, store.intervals()))
                .orElse(List.of());
    }

    private RunHeader header() {
        DriverFactory factory = request.system().factory();
        DriverConfig driver = request.system().driver();
        return new RunHeader(
                request.run(),
                request.setup(),
                ResultAssembly.facts(WorkerFacts.ofThisProcess()),
                workload,
                Secrets.shown(factory, driver),
                Secrets.shown(factory, factory.clientSettings(driver)));
    }

    private ClusterChange clusterChange(Admin admin) {
        if (!request.system().driver().clusterConfig().isEmpty()) {
            progress.step("changing the cluster: "
                    + String.join(
                            ", ", request.system().driver().clusterConfig().keySet()));
        }
        return new ClusterChange(
                admin.clusterSettings(),
                request.system().driver(),
                RestoreFolder.ofThisHost(),
                request.run().id(),
                clock,
                reasons::add);
    }

    private void noteFaults() {
        faults.map(FaultRun::takeEvents).orElse(List.of()).forEach(event -> {
            faultEvents.add(event);
            progress.event(event.event());
        });
        brokers.takeEvents().forEach(progress::event);
    }

    private List<RunEvent> events() {
        List<RunEvent> events = new ArrayList<>(workerEvents);
        faultEvents.forEach(each -> events.add(each.event()));
        events.addAll(brokers.events());
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
        List<Reason> notes = new ArrayList<>(reasons);
        notes.addAll(WorkloadNotes.of(
                workload,
                request.system()
                        .factory()
                        .compressedTogetherBytes(request.system().driver()),
                request.system().factory().payloadOnly()));
        List<Worker> known = workers.all().stream()
                .map(worker -> ResultAssembly.worker(
                        worker, plan.assignments().get(worker.number()), Counts.NONE, losses.of(worker.number())))
                .toList();
        journal.known(
                header().begun(
                                clock.epochNanos(),
                                new RunVerdict(notes, List.of(), Optional.of(failure), false),
                                phases,
                                known,
                                clocks.clocks(),
                                systemFacts,
                                durability)
                        .document(),
                namesInJournal);
    }

    /** Lets {@code recover} delete the topics if this process ends before it has deleted them. */
    private void journalTopics() {
        namesInJournal = plan.names();
        journalRunState();
    }

    private void noteEvents() {
        events().stream().filter(notedEvents::add).forEach(journal::happened);
    }

    /** Deletes the part of the journal that the result contains, after the result has been written. */
    public void resultIsWritten() {
        journal.deleteLines();
    }

    private void prepare(Admin admin) throws InterruptedException {
        preparation.prepare(admin);
        clients.plan(preparation.plan().assignments());
        members.plan(preparation.plan().assignments());
        if (preparation.hasRequestedTopics()) {
            durability = request.system()
                    .factory()
                    .durability(request.system().driver())
                    .with(admin.durability(topicsOfEachKind(), FACTS_LIMIT))
                    .with(WorkerJvms.of(workers.all()));
        }
        Retention retention = preparation.retention();
        retention.millis().ifPresent(millis -> systemFacts.put("topics.retentionMillis", String.valueOf(millis)));
        retention
                .bytesPerPartition()
                .ifPresent(bytes -> systemFacts.put("topics.retentionBytesPerPartition", String.valueOf(bytes)));
        if (workload.topics().exist()) {
            preparation
                    .plan()
                    .topics()
                    .forEach(topic ->
                            systemFacts.put("partitions of " + topic.name(), String.valueOf(topic.partitions())));
        }
    }

    /**
     * Returns topics of each kind: topics that Weir created all have the same settings, so the first one stands for
     * all.
     */
    private List<String> topicsOfEachKind() {
        List<String> topics =
                preparation.plan().topics().stream().map(TopicSpec::name).toList();
        return workload.topics().exist() ? topics : topics.subList(0, 1);
    }

    private List<SubscriptionResult> subscriptionResults() {
        double seconds = Throughput.of(store.intervals()).seconds();
        return subscriptions.results(
                seconds, preparation.plan().consumedTopics(workload), clients::latencyOf, later.results());
    }

    private void runLoad(Driver driver) throws InterruptedException {
        if (workload.run().continuesAfterLoss()) {
            workers.goOnWithout(this::canDoWithout);
        }
        clocks.decide();
        watch.begin(workers.all(), clock);
        journalRunState();
        var context = new LoadContext(workers, store, clocks, clock, this::endsEarly, expired);
        var phasesOfLoad =
                new LoadPhases(LoadGrid.of(workload, clock.epochNanos() + LoadPhases.NOTICE.toNanos()), context);
        var load = new LoadSequence(request, phasesOfLoad, context, target, lastArrival, later, progress);
        loadSequence = load;
        String firstTopic = preparation.plan().topics().get(0).name();
        faults.ifPresent(each -> load.whenMeasured(atNanos -> each.measurementBegins(atNanos, firstTopic)));
        load.whileWaiting(this::noteFaults);
        LogWatch ofRun = load.needsLogs() || workload.consumers() > 0
                ? LogWatch.started(driver, watchedTopics(), clock, load.needsLogs())
                : LogWatch.idle(clock);
        logs = Optional.of(ofRun);
        try {
            brokers.begin(phasesOfLoad.grid().startNanos(), preparation.plan().topics());
            load.run(ofRun);
        } finally {
            faults.ifPresent(FaultRun::loadEnds);
            brokers.loadEnds();
            phases.addAll(phasesOfLoad.spans());
            reasons.addAll(load.reasons());
            journalRunState();
        }
    }

    /** Returns the topics whose logs show what consumers have not received yet, and cannot receive any more. */
    private List<TopicSpec> watchedTopics() {
        return workload.load().pipeline().isWanted()
                ? preparation.plan().topics()
                : preparation.plan().consumedTopics(workload);
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
        boolean exhausted = workload.isConsumeOnly() && lastArrival.isLongAgo();
        return stopRequest.isInterrupted() || thresholds.aborting().isPresent() || exhausted;
    }

    private void settle() throws InterruptedException {
        later.loadEnds();
        settles = true;
        wantLogs();
        var settlement = new Settlement(
                workers, this::isDelivered, lastArrival, clock, stopRequest, this::silence, reachability.orElseThrow());
        progress.step(settlement.announcement());
        settled = settlement.await();
        logs.ifPresent(each -> each.want(false, false));
        waitedNanos = settlement.waitedNanos();
        clocks.finish();
    }

    private Duration silence() {
        return losses.isEmpty() ? deliverySilence.usual() : deliverySilence.afterLoss(losses.lastNanos(), takeOver);
    }

    private boolean isDelivered() {
        if (resolvedNanos == Long.MAX_VALUE && workers.left().stream().allMatch(WorkerLink::hasLoadEnded)) {
            resolvedNanos = clock.epochNanos();
        }
        return workload.run().audited()
                ? audit.isComplete() || missing().isAllReceived(resolvedNanos)
                : store.outstanding() == 0 && later.haveAll();
    }

    /** Reads the logs while they show what became of messages that consumers do not receive. */
    private void wantLogs() {
        logs.ifPresent(each -> each.want(expired.needsReadings() || (settles && !isDelivered()), settles));
    }

    private MissingMessages missing() {
        return new MissingMessages(workload, preparation.plan(), audit, expired);
    }

    private AuditResult auditResult() {
        Counts total = store.total();
        return workload.run().audited()
                ? missing().audited(settled)
                : missing().counted(settled, total, total.receipts().received() - subscriptions.surplus());
    }

    private LatencySet neverDelivered(LatencySet measured) {
        long subscriptions = workload.consumers() > 0 ? workload.subscriptions().countStartingWithLoad() : 0;
        return NeverDelivered.of(measured, auditResult(), subscriptions, waitedNanos);
    }

    /** Closes clients and deletes topics. If that fails, a reason states it; the figures stay valid. */
    private void close(Admin admin) throws InterruptedException {
        progress.step("closing clients, deleting topics");
        workers.expectLosses();
        profiles.ifPresent(each -> each.end(workers));
        faults.ifPresent(FaultRun::end);
        workers.send(worker -> new Message.Close());
        startReachabilityChecks(admin);
        Deadline withoutSystem = after(LOST_SYSTEM_LIMIT);
        workers.awaitRunning(
                after(stopRequest.limit(CLOSE_LIMIT)),
                () -> workers.all().stream().allMatch(worker -> worker.isClosed() || !worker.isConnected())
                        || (isSystemLost() && withoutSystem.isOver()));
        if (faults.isPresent()) {
            // The next run must find the cluster complete.
            FaultRun ending = faults.get();
            workers.await(after(stopRequest.limit(FaultRun.MAX_END)), ending::hasEnded);
        }
        if (profiles.isPresent()) {
            workers.await(after(stopRequest.limit(PROFILES_LIMIT)), profiles.get()::areBrokersDone);
        }
        List<String> unclosed = workers.left().stream()
                .filter(worker -> !worker.isClosed())
                .map(WorkerLink::name)
                .toList();
        if (!unclosed.isEmpty() && failure.isEmpty()) {
            reasons.add(Reason.of(
                    ReasonCode.CLIENTS_LEFT,
                    "it is unknown whether the clients of " + String.join(", ", unclosed)
                            + " were closed: their figures may be missing"));
        }
        brokers.clientsAreClosed();
        preparation.endMark();
        if (preparation.hasRequestedTopics()) {
            deleteTopics(admin);
        }
    }

    private void deleteTopics(Admin admin) throws InterruptedException {
        workers.await(
                after(Reachability.LIMIT.multipliedBy(2)),
                () -> isSystemLost() || reachability.map(Reachability::answers).orElse(true));
        if (isSystemLost()) {
            if (workload.topics().exist()) {
                // The system itself deletes groups without members.
                return;
            }
            reasons.add(Reason.of(
                    ReasonCode.TOPICS_LEFT,
                    "no broker answers, so these topics could not be deleted: " + shown(plan.names())
                            + ". Delete them when the system answers again"));
            return;
        }
        try {
            // Of existing topics, only the subscriptions that are named after the run are deleted.
            Duration asked = request.system().driver().topics().creationLimit();
            Duration limit = asked.compareTo(DELETE_LIMIT) > 0 ? asked : DELETE_LIMIT;
            admin.deleteTopics(plan.names(), stopRequest.limit(limit));
        } catch (DriverException e) {
            reasons.add(Reason.of(ReasonCode.TOPICS_LEFT, String.valueOf(e.getMessage())));
        }
    }

    private static String shown(List<String> topics) {
        int more = topics.size() - MAX_TOPICS_SHOWN;
        return String.join(", ", topics.subList(0, Math.min(topics.size(), MAX_TOPICS_SHOWN)))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private void startReachabilityChecks(Admin admin) {
        if (reachability.isEmpty()) {
            reachability = Optional.of(new Reachability(admin, clock));
        }
    }

    private boolean isSystemLost() {
        return reachability.filter(Reachability::isLost).isPresent();
    }

    private void requireSystem(Admin admin) {
        DriverConfig driver = request.system().driver();
        admin.rightDriver(FACTS_LIMIT).ifPresent(right -> {
            throw new RunFailedException(driver.ofAnotherSystem(right));
        });
    }

    private void requireCapabilities(Driver driver) {
        String field = workload.load().transactionsField();
        if (!field.isEmpty() && driver.transactions().isEmpty()) {
            throw new RunFailedException(
                    "the driver " + request.system().driver().driver() + " has no transactions with the settings of "
                            + request.system().driver().name() + ": remove " + field
                            + ": from the workload, or choose another driver or client");
        }
        if (workload.load().readsOnDemand() && driver.reads().isEmpty()) {
            throw new RunFailedException(
                    "the driver " + request.system().driver().driver()
                            + " cannot read on demand with the settings of "
                            + request.system().driver().name() + ", but " + field
                            + " needs that: choose another driver or client");
        }
    }

    private void requireFaults() {
        if (faults.isEmpty() && !workload.run().faults().isEmpty()) {
            throw new RunFailedException("nothing can be done to the brokers of "
                    + request.system().driver().name()
                    + ": remove faults: from the workload, or run it on an embedded cluster");
        }
    }

    /** Fails the run if the system lacks something that one kind of consumers needs. */
    private void requireConsumers(Admin admin) {
        workload.subscriptions().each().stream()
                .map(kind -> request.system().driver().withConsumerConfig(kind.consumerConfig()))
                .distinct()
                .flatMap(config -> admin.missingForConsumers(config, FACTS_LIMIT).stream())
                .findFirst()
                .ifPresent(missing -> {
                    throw new RunFailedException(missing);
                });
    }

    private void noteMissingAcknowledgements(Driver driver) {
        if (!driver.acknowledges()) {
            reasons.add(Reason.of(
                    ReasonCode.NO_ACKNOWLEDGEMENTS,
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
            phases.add(PhaseSpan.of(phase, begin, clock.epochNanos()));
        }
    }

    private Deadline after(Duration duration) {
        return Deadline.after(clock, duration);
    }

    /** Passes merged snapshots on to those who evaluate them. */
    private final class MergedSnapshots implements IntervalStore.Listener {
        @Override
        public void tick(Interval tick) {
            watch.tick(tick.phase(), new TimeRange(tick.fromNanos(), tick.toNanos()));
            spikes.tick(tick);
            if (loadSequence != null) {
                loadSequence.tick(tick);
            }
            if (clock.epochNanos() >= deliveryUnknownUntilNanos) {
                deliveryUnknownUntilNanos = Long.MAX_VALUE;
                audit.deliveryIsKnownAgain();
            }
            members.tick(tick);
            wantLogs();
            Absence late = losses.standstills().take(store.ticks() - 1);
            lastArrival.note(tick, subscriptions.takeArrivedLater(), !late.consuming());
            later.readyForSentCounts(preparation.plan().consumedTopics(workload), workers.left())
                    .forEach(number -> workers.send(worker -> new Message.ReportSent(number)));
            availability.merge(store.ticks() - 1);
            availability.tick(tick, target.of(tick), late.and(absence()), throttles.take(store.ticks() - 1));
            brokers.tick(tick, target.of(tick));
            progress.tick(tick, target.of(tick).orElse(Double.POSITIVE_INFINITY));
        }

        /**
         * Snapshots that are merged after the end of the run do not cover all workers; the partitions of a lost worker
         * move to other workers.
         */
        private Absence absence() {
            return finishing ? Absence.ALL : new Absence(false, deliveryUnknownUntilNanos != Long.MAX_VALUE);
        }

        @Override
        public void interval(Interval interval) {
            double targetMessagesPerSecond = target.of(interval).orElse(Double.POSITIVE_INFINITY);
            noteEvents();
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
            return subscriptions.repeatedElsewhere();
        }

        @Override
        public long surplusDeliveries() {
            return subscriptions.surplus();
        }

        @Override
        public boolean endsByItself() {
            return workload.isConsumeOnly() || workload.load() instanceof TransactionLoop;
        }

        @Override
        public long expiredDeliveries() {
            return subscriptions.expired();
        }
    }

    /** Evaluates the messages of workers. */
    private final class Reports implements Workers.Reports {
        @Override
        public void waitsForRoom(WorkerLink worker, String reason) {
            progress.step("waiting for worker " + worker.name() + ": " + reason);
        }

        @Override
        public void taken(WorkerLink worker, Message.SnapshotTaken taken) {
            var onOurs = taken.snapshot().onOtherClock(worker.track()::toOurs);
            long aheadNanos = onOurs.toNanos() - taken.snapshot().toNanos();
            Phase phase = store.phaseAt(onOurs.number());
            watch.taken(worker.number(), taken, phase, aheadNanos);
            availability.taken(worker.number(), onOurs.number(), taken.instrument(), aheadNanos);
            throttles.taken(phase, onOurs, taken.throttling());
            spikes.throttled(worker.name(), taken.throttling(), onOurs);
            spikes.observed(
                    worker.name(), taken.instrument().observation(), onOurs.fromNanos(), onOurs.toNanos(), aheadNanos);
            // Before store.add: the snapshot of the last worker completes the tick, which needs these positions.
            if (loadSequence != null) {
                loadSequence.positions(taken.positions());
            }
            later.positions(taken.positions());
            audit.acknowledged(taken.sent().acknowledged());
            audit.failed(taken.sent().failed());
            audit.aborted(taken.sent().aborted());
            taken.received().forEach(received -> {
                audit.received(received.subscription(), received.notes());
                expired.add(received.subscription(), received.offsets(), phase);
                received.share().ifPresent(share -> audit.unsure(received.subscription(), share.unsure()));
            });
            subscriptions.add(phase, taken);
            if (loadSequence != null) {
                List<Pause> pauses = taken.instrument().observation().hiccups().stream()
                        .map(pause -> pause.onClockAheadBy(aheadNanos))
                        .toList();
                loadSequence.snapshotTaken(worker, onOurs, pauses, losses.standstills());
            }
            store.add(worker.number(), onOurs);
            errors.add(taken.errors());
            brokers.clientErrors(taken.errors());
        }

        @Override
        public void interrupted(WorkerLink worker, String reason) {
            note(EventKind.WORKER_CONNECTION, "worker " + worker.name() + " cannot be reached: " + reason);
        }

        @Override
        public void resumed(WorkerLink worker) {
            note(EventKind.WORKER_CONNECTION, "worker " + worker.name() + " is connected again; no snapshot was lost");
        }

        /**
         * Marks as unknown what the consumers of a lost worker received without reporting it. After delivery has ended,
         * everything is reported.
         */
        @Override
        public void lost(WorkerLink worker, String reason) {
            note(EventKind.WORKER_LOST, "worker " + worker.name() + " is lost: " + reason);
            List<ConsumerRole> consumers = preparation
                    .plan()
                    .assignments()
                    .get(worker.number())
                    .clients()
                    .consumers();
            if (!settled && !consumers.isEmpty() && !worker.isClosed()) {
                consumers.forEach(role -> {
                    audit.deliveryBecomesUnknown(role.subscription());
                    members.deliveryBecomesUnknown(role.subscription(), clock.epochNanos());
                });
                deliveryUnknownUntilNanos = clock.epochNanos() + DELIVERY_UNKNOWN_LIMIT.toNanos();
            }
        }

        @Override
        public void stoodStill(Pause pause) {
            var event = RunEvent.of(
                    EventKind.PROCESS_STOOD_STILL,
                    pause.beginNanos(),
                    "the process of the coordinator did not run for %.1f s",
                    pause.nanos() / 1e9);
            workerEvents.add(event);
            progress.event(event);
        }

        @Override
        public void late(WorkerLink worker, Message.OrderLate late) {
            lateOrders.add(worker, late);
        }

        @Override
        public void sent(WorkerLink worker, Message.SentSoFar sent) {
            later.sent(worker, sent);
        }

        @Override
        public void noted(WorkerLink worker, Message.MemberNotes notes) {
            members.add(notes, worker.track()::toOurs).forEach(event -> {
                workerEvents.add(event);
                progress.event(event);
            });
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

        private void note(EventKind kind, String text) {
            var event = RunEvent.of(kind, clock.epochNanos(), text);
            workerEvents.add(event);
            progress.event(event);
        }

        @Override
        public void timed(Message.TransactionTimes times) {
            loops.add(times);
        }

        @Override
        public void profiled(WorkerLink worker, Message.ProfilePart part) {
            profiles.ifPresent(each -> each.add(worker, part));
        }

        @Override
        public void failed(List<ErrorCount> counts) {
            preparationErrors.add(counts);
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

        @Override
        public void closed(WorkerLink worker, Message.PipelineClosed pipeline) {
            clients.add(worker.name(), pipeline);
        }
    }

    private interface Step {
        void run() throws InterruptedException;
    }
}
