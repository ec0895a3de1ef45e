package dev.weir.coordinator.figures;

import dev.weir.audit.DeliveryAudit;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.LatencySet;
import dev.weir.measure.ShareCounts;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.LaterStart;
import dev.weir.result.run.ShareGroupResult;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.workload.ShareGroup;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Counts what each subscription receives. Used by the coordinator's thread. */
public final class SubscriptionTally {
    private final Workload workload;
    private final DeliveryAudit audit;
    private final long[] received;
    private final Map<Integer, ShareCounts> shares = new TreeMap<>();
    private final long[] distinct;
    private final long[] receivedInMeasurement;
    private final long[] distinctInMeasurement;
    private final long[] distinctByItsEnd;
    private boolean arrivedLater;
    private long acknowledged;
    private long acknowledgedInMeasurement;
    private long acknowledgedByItsEnd;

    /** @param audit knows which messages were received again, if the workload has one */
    public SubscriptionTally(Workload workload, DeliveryAudit audit) {
        int subscriptions = workload.subscriptions().count();
        this.workload = workload;
        this.audit = audit;
        this.received = new long[subscriptions];
        this.distinct = new long[subscriptions];
        this.receivedInMeasurement = new long[subscriptions];
        this.distinctInMeasurement = new long[subscriptions];
        this.distinctByItsEnd = new long[subscriptions];
        for (int s = 0; s < subscriptions; s++) {
            if (workload.subscriptions().each().get(s).share().isPresent()) {
                audit.isShared(s);
            }
        }
    }

    /**
     * Takes a snapshot in, which the audit knows already.
     *
     * @param phase in which it lies
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
            notes.share().ifPresent(share -> shares.merge(s, share.counts(), ShareCounts::plus));
            Subscription kind = workload.subscriptions().each().get(s);
            arrivedLater |= notes.messages() > 0 && !kind.startsWithLoad();
            // The audit can be a few messages ahead: what arrives while a snapshot is taken is in its notes already.
            boolean audited = workload.run().audited() && kind.receivesAll();
            long now = audited ? Math.min(received[s], audit.delivered(s)) : received[s];
            distinctByItsEnd[s] += isLoad ? now - distinct[s] : 0;
            distinctInMeasurement[s] += phase.isMeasured() ? now - distinct[s] : 0;
            receivedInMeasurement[s] += phase.isMeasured() ? notes.messages() : 0;
            distinct[s] = now;
        }
    }

    /** Deliveries so far to those that are there from the begin, of those received, that no acknowledged message waits for. */
    public long surplus() {
        return IntStream.range(0, received.length)
                .filter(s -> workload.subscriptions().each().get(s).startsWithLoad())
                .mapToLong(s -> received[s] - distinct[s])
                .sum();
    }

    /** Whether subscriptions that began later have received something since the last call. */
    public boolean takeArrivedLater() {
        boolean arrived = arrivedLater;
        arrivedLater = false;
        return arrived;
    }

    /** Messages that a subscription has received so far. */
    public long received(int subscription) {
        return received[subscription];
    }

    /** Of a subscription that gets all, messages that are acknowledged and that it has not received. */
    public long backlog(int subscription) {
        return acknowledged - distinct[subscription];
    }

    /**
     * What is known by now.
     *
     * @param seconds length of the measurement
     * @param topics of the run
     * @param latency of a subscription, messages that were due in the measurement
     * @param laterStart of a subscription, by its number
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
                    Math.max(0, acknowledgedByItsEnd - distinctByItsEnd[s]),
                    acknowledgedInMeasurement - distinctInMeasurement[s],
                    LatencySummary.byName(latency.apply(s)),
                    laterStart.apply(s)));
        }
        return results;
    }

    /** What became of the messages of share groups. */
    public List<ShareGroupResult> shareGroups() {
        List<ShareGroupResult> groups = new ArrayList<>();
        shares.forEach((s, counts) -> {
            String name = workload.subscriptions().each().get(s).name();
            groups.add(
                    workload.run().audited()
                            ? ShareGroupResult.of(s, name, counts, audit.duplicated(s), audit.unknown(s))
                            : new ShareGroupResult(s, name, counts, OptionalLong.empty(), OptionalLong.empty()));
        });
        return groups;
    }

    /** Deliveries so far to a share group of messages that it is to deliver again, but for those that were released. */
    long cameBack(int subscription) {
        ShareCounts.Returned returned =
                shares.getOrDefault(subscription, ShareCounts.NONE).returned();
        return returned.expired() + returned.heldAtEnd();
    }

    /** By Little's law: so many at a time, each for so long. Consumers without partitions have nothing to do. */
    private static OptionalDouble ceiling(Subscription kind, List<TopicSpec> topics) {
        long nanos = kind.processingNanos();
        long busy = topics.stream()
                        .mapToLong(topic -> kind.activeConsumers(topic.partitions()))
                        .sum()
                * kind.share().map(ShareGroup::concurrency).orElse(1);
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(busy * 1e9 / nanos);
    }
}
