package dev.weir.coordinator.figures;

import dev.weir.audit.DeliveryAudit;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunClients.SubscriptionResult.LaterStart;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.workload.Subscription;
import dev.weir.workload.SubscriptionType;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Counts what each subscription receives. Used by the coordinator's thread. */
public final class SubscriptionTally {
    private final Workload workload;
    private final DeliveryAudit audit;
    private final IntToLongFunction expired;
    private final List<Tally> tallies = new ArrayList<>();
    private long resetPartitions;
    private boolean arrivedLater;
    private long acknowledged;
    private long acknowledgedInMeasurement;
    private long acknowledgedByItsEnd;

    private static final class Tally {
        private final int number;
        private final Subscription kind;
        private long received;
        private long distinct;
        private long repeated;
        private long cameBack;
        private long receivedInMeasurement;
        private long distinctInMeasurement;
        private long distinctByItsEnd;
        private long expiredByItsEnd;
        private long expiredInMeasurement;
        private long expiredBefore;
        private boolean hasBacklog;
        private long backlogBefore;
        private long growthBefore;

        Tally(int number, Subscription kind) {
            this.number = number;
            this.kind = kind;
            this.hasBacklog = kind.receivesAll();
        }
    }

    /**
     * @param audit knows which messages were received again, if the workload has an audit
     * @param expired messages that a subscription can no longer receive, by its number
     */
    public SubscriptionTally(Workload workload, DeliveryAudit audit, IntToLongFunction expired) {
        this.workload = workload;
        this.audit = audit;
        this.expired = expired;
        for (Subscription kind : workload.subscriptions().each()) {
            if (kind.sharesPartitions()) {
                audit.isShared(tallies.size());
            }
            tallies.add(new Tally(tallies.size(), kind));
        }
    }

    /** Begins the backlog of a subscription that does not receive messages acknowledged before. */
    public void begins(int subscription) {
        Tally tally = tallies.get(subscription);
        tally.hasBacklog = true;
        tally.backlogBefore = acknowledgedByItsEnd - tally.distinctByItsEnd;
        tally.growthBefore = acknowledgedInMeasurement - tally.distinctInMeasurement;
    }

    /** Adds a snapshot that the audit has already received. */
    public void add(Phase phase, Message.SnapshotTaken taken) {
        boolean isLoad = phase != Phase.SETTLE && phase != Phase.CLOSE;
        long more = taken.snapshot().counts().sends().acknowledged();
        acknowledged += more;
        acknowledgedByItsEnd += isLoad ? more : 0;
        acknowledgedInMeasurement += phase.isMeasured() ? more : 0;
        Set<Tally> receiving = new HashSet<>();
        for (ReceivedNotes notes : taken.received()) {
            Tally tally = tallies.get(notes.subscription());
            receiving.add(tally);
            tally.received += notes.messages();
            tally.repeated += notes.repeats().deliveries();
            resetPartitions += notes.repeats().resetPartitions();
            tally.cameBack += notes.repeats().expected();
            arrivedLater |= notes.messages() > 0 && !tally.kind.startsWithLoad();
            // The audit can be a few messages ahead: its notes already contain messages that arrive while a snapshot is
            // taken.
            boolean audited = workload.run().audited() && tally.kind.receivesAll();
            long now = audited ? Math.min(tally.received, audit.delivered(tally.number)) : tally.received;
            tally.distinctByItsEnd += isLoad ? now - tally.distinct : 0;
            tally.distinctInMeasurement += phase.isMeasured() ? now - tally.distinct : 0;
            tally.receivedInMeasurement += phase.isMeasured() ? notes.messages() : 0;
            tally.distinct = now;
        }
        for (Tally tally : receiving) {
            long gone = expired.applyAsLong(tally.number);
            tally.expiredByItsEnd = isLoad ? gone : tally.expiredByItsEnd;
            tally.expiredInMeasurement += phase.isMeasured() ? gone - tally.expiredBefore : 0;
            tally.expiredBefore = gone;
        }
    }

    /**
     * Returns deliveries without an outstanding acknowledged message, for example duplicates, to subscriptions that
     * began with the load.
     */
    public long surplus() {
        return sumOfThoseStartingWithLoad(each -> each.received - each.distinct);
    }

    private long sumOfThoseStartingWithLoad(ToLongFunction<Tally> figure) {
        Stream<Tally> chosen = tallies.stream().filter(each -> each.kind.startsWithLoad());
        return chosen.mapToLong(figure).sum();
    }

    /**
     * Returns deliveries that the workers counted as first ones, but the audit has found to be repeated: another worker
     * had received the message before. Of subscriptions that began with the load; 0 without an audit.
     */
    public long repeatedElsewhere() {
        return sumOfThoseStartingWithLoad(
                each -> each.kind.sharesPartitions() ? 0 : Math.max(0, audit.duplicated(each.number) - each.repeated));
    }

    /** Describes why messages were delivered again, for a person, as the end of a sentence; empty if that is unknown. */
    public String explainRepeats() {
        String elsewhere = "; %,d of these deliveries reached another worker than the first delivery, so the"
                + " end-to-end latencies include them";
        String reset = "; %,d times, the group of a consumer had committed no offset for a partition, or the offset did"
                + " not exist any more, so auto.offset.reset of the client decided where the consumer went on: let the"
                + " consumers commit their offsets";
        return explain(elsewhere, repeatedElsewhere()) + explain(reset, resetPartitions);
    }

    private static String explain(String format, long count) {
        return count == 0 ? "" : String.format(Locale.ROOT, format, count);
    }

    /** Returns whether subscriptions that began later have received something since the previous call. */
    public boolean takeArrivedLater() {
        boolean arrived = arrivedLater;
        arrivedLater = false;
        return arrived;
    }

    public long received(int subscription) {
        return tallies.get(subscription).received;
    }

    /** Returns the backlog of a subscription to all messages: acknowledged messages that it can still receive. */
    public long backlog(int subscription) {
        return acknowledged - tallies.get(subscription).distinct - expired.applyAsLong(subscription);
    }

    /** Returns messages that subscriptions which began with the load can no longer receive. */
    public long expired() {
        return sumOfThoseStartingWithLoad(each -> expired.applyAsLong(each.number));
    }

    /**
     * Returns what each subscription received so far, with its latencies, for messages that were due in a measurement of that
     * many seconds.
     */
    public List<SubscriptionResult> results(
            double seconds,
            List<TopicSpec> topics,
            IntFunction<LatencySet> latency,
            IntFunction<Optional<LaterStart>> laterStart) {
        boolean named = !workload.subscriptions().areAlike();
        List<SubscriptionResult> results = new ArrayList<>();
        for (Tally each : tallies) {
            long backlog = acknowledgedByItsEnd - each.distinctByItsEnd - each.expiredByItsEnd - each.backlogBefore;
            long gone = each.distinctInMeasurement + each.expiredInMeasurement;
            long growth = acknowledgedInMeasurement - gone - each.growthBefore;
            results.add(new SubscriptionResult(
                    each.number,
                    Optional.of(each.kind.name()).filter(any -> named),
                    seconds > 0 ? each.receivedInMeasurement / seconds : 0,
                    ceiling(each.kind, topics),
                    each.hasBacklog ? OptionalLong.of(Math.max(0, backlog)) : OptionalLong.empty(),
                    each.hasBacklog ? OptionalLong.of(growth) : OptionalLong.empty(),
                    LatencySummary.byName(latency.apply(each.number)),
                    laterStart.apply(each.number)));
        }
        return results;
    }

    /** Returns deliveries that the system has to repeat because a lock expired or a consumer ended; without released messages. */
    public long cameBack(int subscription) {
        return tallies.get(subscription).cameBack;
    }

    /**
     * Returns the highest rate that consumers can process, by Little's law: messages at a time divided by the
     * processing time. Consumers without partitions have nothing to do.
     */
    private static OptionalDouble ceiling(Subscription kind, List<TopicSpec> topics) {
        long nanos = kind.processingNanos();
        LongStream consumers = topics.stream().mapToLong(topic -> kind.activeConsumers(topic.partitions()));
        long busy =
                consumers.sum() * kind.type().map(SubscriptionType::concurrency).orElse(1);
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(busy * 1e9 / nanos);
    }
}
