package dev.weir.coordinator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.Clock;
import dev.weir.coordinator.figures.ClientFigures;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.figures.NeverDelivered;
import dev.weir.coordinator.figures.SubscriptionTally;
import dev.weir.coordinator.phase.LaterSubscriptions;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.phase.Settlement;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ProducerRole;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Reason;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import dev.weir.wire.message.Message;
import dev.weir.workload.Subscription;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What becomes of the messages: which subscription has received which, what is still missing, and why. Used by the run's
 * thread.
 */
final class Deliveries implements RunObserver {
    /**
     * How long deliveries stay unknown after a worker has ended. By then, the system has noticed that the consumers of
     * the worker are gone.
     */
    private static final Duration UNKNOWN_LIMIT = Duration.ofMinutes(2);

    private final Workload workload;
    private final Clock clock;
    private final Workers workers;
    private final Preparation preparation;
    private final IntervalStore store;
    private final DeliveryAudit audit;
    private final ExpiredMessages expired;
    private final SubscriptionTally subscriptions;
    private final LaterSubscriptions later;
    private final LastArrival lastArrival;
    private final Duration usualSilence;
    private Optional<LogWatch> logs = Optional.empty();
    private boolean settles;
    private boolean settled;
    private boolean finishing;
    private long resolvedNanos = Long.MAX_VALUE;
    private long waitedNanos;
    private long unknownUntilNanos = Long.MAX_VALUE;
    private boolean staysUnknown;

    Deliveries(RunRequest request, Clock clock, Workers workers, Preparation preparation, IntervalStore store) {
        this.workload = request.workload();
        this.clock = clock;
        this.workers = workers;
        this.preparation = preparation;
        this.store = store;
        this.audit = new DeliveryAudit(
                workload.subscriptions().count(), !request.system().factory().payloadOnly());
        this.expired = new ExpiredMessages(
                numbers(Subscription::sharesPartitions), numbers(kind -> !kind.startsWithLoad() && kind.receivesAll()));
        this.subscriptions = new SubscriptionTally(workload, audit, expired::of);
        this.later = new LaterSubscriptions(workload, subscriptions, audit, clock);
        this.lastArrival = new LastArrival(workload.subscriptions().sharePartitions());
        this.usualSilence = request.deliverySilence();
    }

    private Set<Integer> numbers(Predicate<Subscription> chosen) {
        List<Subscription> each = workload.subscriptions().each();
        IntStream numbers = IntStream.range(0, each.size()).filter(s -> chosen.test(each.get(s)));
        return numbers.boxed().collect(toSet());
    }

    ExpiredMessages expired() {
        return expired;
    }

    SubscriptionTally subscriptions() {
        return subscriptions;
    }

    LaterSubscriptions later() {
        return later;
    }

    List<Tick.Repeats> repeats() {
        return IntStream.range(0, workload.subscriptions().count())
                .mapToObj(s -> new Tick.Repeats(audit.duplicated(s), subscriptions.cameBack(s)))
                .toList();
    }

    LastArrival lastArrival() {
        return lastArrival;
    }

    /** Begins to read the logs of the topics if that is needed, now or later. */
    LogWatch watchLogs(Driver driver, boolean needed) throws InterruptedException {
        // The logs of these topics show what consumers have not received yet, and cannot receive any more.
        RunPlan plan = preparation.plan();
        List<TopicSpec> watched = workload.hasRelays() ? plan.topics() : plan.consumedTopics(workload);
        LogWatch watch = needed || workload.consumers() > 0
                ? LogWatch.started(driver, watched, clock, needed)
                : LogWatch.idle(clock);
        logs = Optional.of(watch);
        return watch;
    }

    @Override
    public void close() {
        logs.ifPresent(LogWatch::close);
    }

    @Override
    public void taken(TakenSnapshot taken) {
        Message.SnapshotTaken message = taken.message();
        later.positions(message.positions());
        audit.acknowledged(message.sent().acknowledged());
        audit.failed(message.sent().failed());
        audit.aborted(message.sent().aborted());
        message.received().forEach(received -> {
            audit.received(received.subscription(), received.notes());
            expired.add(received.subscription(), received.offsets(), taken.phase());
            audit.unsure(received.subscription(), received.unsure());
        });
        subscriptions.add(taken.phase(), message);
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.SentSoFar sent) {
            later.sent(worker, sent);
        }
    }

    /**
     * Returns whose deliveries are unknown now. Snapshots that are merged after the end of the run do not cover all
     * workers; the partitions of a lost worker move to other workers.
     */
    Absence unknown() {
        if (clock.epochNanos() >= unknownUntilNanos) {
            unknownUntilNanos = Long.MAX_VALUE;
            if (!staysUnknown) {
                audit.deliveryIsKnownAgain();
            }
        }
        return finishing ? Absence.ALL : new Absence(false, unknownUntilNanos != Long.MAX_VALUE);
    }

    @Override
    public void tick(Tick tick) {
        wantLogs();
        boolean inTime = !tick.late().consuming();
        lastArrival.note(tick.interval(), subscriptions.takeArrivedLater(), inTime);
        List<TopicSpec> topics = preparation.plan().consumedTopics(workload);
        for (int number : later.readyForSentCounts(topics, workers.left())) {
            workers.send(worker -> new Message.ReportSent(number));
        }
    }

    /**
     * Marks as unknown what the consumers of a lost worker received without reporting it. An unreachable worker may only
     * stand still, and receive messages at any time later. After delivery has ended, everything is reported.
     */
    @Override
    public void lost(WorkerLink worker) {
        List<ConsumerRole> consumers =
                preparation.plan().assignments().get(worker.number()).clients().consumers();
        if (!settled && !consumers.isEmpty() && !worker.isClosed()) {
            consumers.forEach(role -> audit.deliveryBecomesUnknown(role.subscription()));
            staysUnknown |= !worker.hasProcessEnded() && !worker.hasGivenUp();
            unknownUntilNanos = clock.epochNanos() + UNKNOWN_LIMIT.toNanos();
        }
    }

    /** Waits until all messages are delivered or none arrives any more, also after others take over lost clients' work. */
    void settle(StopRequest stop, Reachability reachability, Duration takeOver, ProgressListener progress)
            throws InterruptedException {
        later.loadEnds();
        settles = true;
        wantLogs();
        var settlement = new Settlement(
                workers, this::isDelivered, lastArrival, clock, stop, usualSilence, takeOver, reachability);
        progress.step(settlement.announcement());
        Settlement.Delivery delivery = settlement.await();
        settled = delivery.hasEnded();
        waitedNanos = delivery.waitedNanos();
        logs.ifPresent(each -> each.want(false, false));
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

    void finish() {
        finishing = true;
    }

    AuditResult audit() {
        Counts total = store.total();
        long received = total.receipts().received() - subscriptions.surplus();
        return workload.run().audited() ? missing().audited(settled) : missing().counted(settled, total, received);
    }

    /** Returns for each subscription how many messages are lost or unknown; empty if that is not audited to the end. */
    List<Long> lostOrUnknown() {
        return settled && workload.run().audited() ? missing().lostOrUnknown() : List.of();
    }

    /** Returns lower bounds of the end-to-end times of measured messages that were never delivered. */
    LatencySet neverDelivered(LatencySet measured) {
        long each = workload.consumers() > 0 ? workload.subscriptions().countStartingWithLoad() : 0;
        return NeverDelivered.of(measured, audit(), each, waitedNanos);
    }

    List<SubscriptionResult> results(ClientFigures clients) {
        double seconds = Throughput.of(store.intervals()).seconds();
        List<TopicSpec> topics = preparation.plan().consumedTopics(workload);
        return subscriptions.results(seconds, topics, clients::latencyOf, later::result);
    }

    Optional<DeliveryAudit> audited() {
        return Optional.of(audit).filter(any -> workload.run().audited());
    }

    @Override
    public List<Reason> reasons() {
        return later.reasons();
    }

    /**
     * Divides the messages that subscriptions have not received into expired, lost and unknown ones.
     *
     * <p>The audit has the number of missing messages of each producer at each subscription, and the logs how many messages
     * were removed from each topic before a subscription received them. More missing messages than removed ones are lost.
     */
    record MissingMessages(Workload workload, RunPlan plan, DeliveryAudit audit, ExpiredMessages removed) {
        /** Messages that a subscription is certain to lack: unsure ones may have expired, in addition to expired ones. */
        private record Missing(long all, long expired, long unsure) {
            Missing plus(Missing other) {
                return new Missing(all + other.all, expired + other.expired, unsure + other.unsure);
            }
        }

        AuditResult audited(boolean settled) {
            Missing sum = missing(settled).stream().reduce(new Missing(0, 0, 0), Missing::plus);
            return audit.result(settled, sum.expired, sum.unsure);
        }

        /** Returns for each subscription, after the end of delivery, how many messages are lost or unknown. */
        List<Long> lostOrUnknown() {
            List<Missing> missing = missing(true);
            return IntStream.range(0, missing.size())
                    .mapToObj(s -> missing.get(s).all - missing.get(s).expired + audit.unknown(s))
                    .toList();
        }

        private List<Missing> missing(boolean settled) {
            List<TopicSpec> topics = plan.consumedTopics(workload);
            Map<String, List<Integer>> producers = plan.assignments().stream()
                    .flatMap(assignment -> assignment.clients().producers().stream())
                    .collect(groupingBy(ProducerRole::topic, mapping(ProducerRole::producer, toList())));
            List<Missing> all = new ArrayList<>();
            for (int s = 0; s < workload.subscriptions().count(); s++) {
                boolean shared = workload.subscriptions().each().get(s).sharesPartitions();
                boolean given = plan.isInGivenGroup(s);
                var ofAllTopics = new Missing(0, 0, 0);
                int subscription = s;
                for (int t = 0; t < topics.size(); t++) {
                    String output = topics.get(t).name();
                    String input = plan.topics().get(t).name();
                    long missing = producers.getOrDefault(input, List.of()).stream()
                            .mapToLong(producer -> audit.missing(subscription, producer))
                            .sum();
                    long expired = removed.isReplaced(output) || removed.isReplaced(input)
                            ? missing
                            : Math.min(missing, removed.of(s, output, settled));
                    // Offsets do not show what a share group has not acknowledged, and what a relay has not read.
                    boolean direct = !shared && !workload.hasRelays();
                    // Another member of a given group may have received what is missing.
                    long mayHaveExpired = given ? missing : direct ? 0 : removed.removedFrom(input);
                    long unsure = Math.min(missing - expired, mayHaveExpired);
                    ofAllTopics = ofAllTopics.plus(new Missing(missing, expired, unsure));
                }
                all.add(ofAllTopics);
            }
            return all;
        }

        /** Returns the result of a run without an audit, whose counts are known only. */
        AuditResult counted(boolean settled, Counts total, long received) {
            Subscriptions subscriptions = workload.subscriptions();
            long expired = IntStream.range(0, subscriptions.count())
                    .mapToLong(removed::of)
                    .sum();
            long due = total.sends().acknowledged() * subscriptions.countStartingWithLoad();
            long missing = Math.max(0, due - received);
            var totals = new AuditResult.Totals(
                    total.sends().acknowledged(),
                    total.sends().failed(),
                    total.sends().aborted(),
                    total.receipts().received(),
                    workload.isConsumeOnly() ? expired : Math.min(expired, missing));
            return AuditResult.off(settled, subscriptions.count(), totals);
        }

        /** Returns whether each subscription has received what the logs had after the outcomes of all messages were known. */
        boolean isAllReceived(long resolvedNanos) {
            int subscriptions = workload.subscriptions().count();
            return !workload.subscriptions().sharePartitions()
                    && !workload.hasRelays()
                    && removed.isAllReceived(plan.consumedTopics(workload), subscriptions, resolvedNanos);
        }
    }
}
