package dev.weir.coordinator.figures;

import dev.weir.audit.DeliveryAudit;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.LaterStart;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.workload.Subscription;
import dev.weir.workload.SubscriptionType;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Counts what each subscription receives. Used by the coordinator's thread. */
public final class SubscriptionTally {
    private final Workload workload;
    private final DeliveryAudit audit;
    private final IntToLongFunction expired;
    private final long[] received;
    private final long[] distinct;
    private final long[] repeated;
    private final long[] cameBack;
    private long resetPartitions;
    private final long[] receivedInMeasurement;
    private final long[] distinctInMeasurement;
    private final long[] distinctByItsEnd;
    private final long[] expiredByItsEnd;
    private final long[] expiredInMeasurement;
    private final long[] expiredBefore;
    private boolean arrivedLater;
    private long acknowledged;
    private long acknowledgedInMeasurement;
    private long acknowledgedByItsEnd;

    /**
     * Creates the counts of a run that has received nothing.
     *
     * @param audit knows which messages were received again, if the workload has an audit
     * @param expired messages that a subscription can no longer receive, by its number
     */
    public SubscriptionTally(Workload workload, DeliveryAudit audit, IntToLongFunction expired) {
        int subscriptions = workload.subscriptions().count();
        this.workload = workload;
        this.audit = audit;
        this.expired = expired;
        this.received = new long[subscriptions];
        this.distinct = new long[subscriptions];
        this.repeated = new long[subscriptions];
        this.cameBack = new long[subscriptions];
        this.receivedInMeasurement = new long[subscriptions];
        this.distinctInMeasurement = new long[subscriptions];
        this.distinctByItsEnd = new long[subscriptions];
        this.expiredByItsEnd = new long[subscriptions];
        this.expiredInMeasurement = new long[subscriptions];
        this.expiredBefore = new long[subscriptions];
        for (int s = 0; s < subscriptions; s++) {
            if (workload.subscriptions().each().get(s).sharesPartitions()) {
                audit.isShared(s);
            }
        }
    }

    /**
     * Adds a snapshot that the audit has already received.
     *
     * @param phase in which the snapshot lies
     */
    public void add(Phase phase, Message.SnapshotTaken taken) {
        boolean isLoad = phase != Phase.SETTLE && phase != Phase.CLOSE;
        long more = taken.snapshot().counts().sends().acknowledged();
        acknowledged += more;
        acknowledgedByItsEnd += isLoad ? more : 0;
        acknowledgedInMeasurement += phase.isMeasured() ? more : 0;
        for (ReceivedNotes notes : taken.received()) {
            int s = notes.subscription();
            received[s] += notes.messages();
            repeated[s] += notes.repeats().deliveries();
            resetPartitions += notes.repeats().resetPartitions();
            cameBack[s] += notes.repeats().expected();
            Subscription kind = workload.subscriptions().each().get(s);
            arrivedLater |= notes.messages() > 0 && !kind.startsWithLoad();
            // The audit can be a few messages ahead: its notes already contain messages that arrive while a snapshot is
            // taken.
            boolean audited = workload.run().audited() && kind.receivesAll();
            long now = audited ? Math.min(received[s], audit.delivered(s)) : received[s];
            distinctByItsEnd[s] += isLoad ? now - distinct[s] : 0;
            distinctInMeasurement[s] += phase.isMeasured() ? now - distinct[s] : 0;
            receivedInMeasurement[s] += phase.isMeasured() ? notes.messages() : 0;
            distinct[s] = now;
            long gone = expired.applyAsLong(s);
            expiredByItsEnd[s] = isLoad ? gone : expiredByItsEnd[s];
            expiredInMeasurement[s] += phase.isMeasured() ? gone - expiredBefore[s] : 0;
            expiredBefore[s] = gone;
        }
    }

    /**
     * Returns deliveries without an outstanding acknowledged message, for example duplicates, to subscriptions that
     * began with the load.
     */
    public long surplus() {
        return IntStream.range(0, received.length)
                .filter(s -> workload.subscriptions().each().get(s).startsWithLoad())
                .mapToLong(s -> received[s] - distinct[s])
                .sum();
    }

    /**
     * Returns deliveries that the workers counted as first ones, but the audit has found to be repeated: another worker
     * had received the message before. Of subscriptions that began with the load; 0 without an audit.
     */
    public long repeatedElsewhere() {
        return IntStream.range(0, received.length)
                .filter(s -> workload.subscriptions().each().get(s).startsWithLoad()
                        && !workload.subscriptions().each().get(s).sharesPartitions())
                .mapToLong(s -> Math.max(0, audit.duplicated(s) - repeated[s]))
                .sum();
    }

    /** Describes why messages were delivered again, for a person, as the end of a sentence; empty if that is unknown. */
    public String explainRepeats() {
        String elsewhere = repeatedElsewhere() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %,d of these deliveries reached another worker than the first delivery, so the end-to-end"
                                + " latencies include them",
                        repeatedElsewhere());
        String reset = resetPartitions == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %,d times, the group of a consumer had committed no offset for a partition, or the offset did"
                                + " not exist any more, so auto.offset.reset of the client decided where the consumer"
                                + " went on: let the consumers commit their offsets",
                        resetPartitions);
        return elsewhere + reset;
    }

    /** Returns whether subscriptions that began later have received something since the previous call. */
    public boolean takeArrivedLater() {
        boolean arrived = arrivedLater;
        arrivedLater = false;
        return arrived;
    }

    /** Returns how many messages a subscription has received so far. */
    public long received(int subscription) {
        return received[subscription];
    }

    /** Returns the backlog of a subscription to all messages: acknowledged messages that it can still receive. */
    public long backlog(int subscription) {
        return acknowledged - distinct[subscription] - expired.applyAsLong(subscription);
    }

    /** Returns messages that subscriptions which began with the load can no longer receive. */
    public long expired() {
        return IntStream.range(0, received.length)
                .filter(s -> workload.subscriptions().each().get(s).startsWithLoad())
                .mapToLong(expired)
                .sum();
    }

    /**
     * Returns what each subscription received so far.
     *
     * @param seconds length of the measurement
     * @param topics topics of the run
     * @param latency latencies by the number of a subscription, for messages that were due in the measurement
     * @param laterStart start by the number of a subscription
     */
    public List<SubscriptionResult> results(
            double seconds,
            List<TopicSpec> topics,
            IntFunction<LatencySet> latency,
            IntFunction<Optional<LaterStart>> laterStart) {
        boolean named = !workload.subscriptions().areAlike();
        List<SubscriptionResult> results = new ArrayList<>();
        for (int s = 0; s < received.length; s++) {
            results.add(new SubscriptionResult(
                    s,
                    Optional.of(workload.subscriptions().each().get(s).name()).filter(any -> named),
                    seconds > 0 ? receivedInMeasurement[s] / seconds : 0,
                    ceiling(workload.subscriptions().each().get(s), topics),
                    Math.max(0, acknowledgedByItsEnd - distinctByItsEnd[s] - expiredByItsEnd[s]),
                    acknowledgedInMeasurement - distinctInMeasurement[s] - expiredInMeasurement[s],
                    LatencySummary.byName(latency.apply(s)),
                    laterStart.apply(s)));
        }
        return results;
    }

    /**
     * Returns deliveries that the system has to repeat because a lock expired or a consumer ended; without released
     * messages.
     */
    public long cameBack(int subscription) {
        return cameBack[subscription];
    }

    /**
     * Returns the highest rate that consumers can process, by Little's law: messages at a time divided by the
     * processing time. Consumers without partitions have nothing to do.
     */
    private static OptionalDouble ceiling(Subscription kind, List<TopicSpec> topics) {
        long nanos = kind.processingNanos();
        long busy = topics.stream()
                        .mapToLong(topic -> kind.activeConsumers(topic.partitions()))
                        .sum()
                * kind.type().map(SubscriptionType::concurrency).orElse(1);
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(busy * 1e9 / nanos);
    }
}
