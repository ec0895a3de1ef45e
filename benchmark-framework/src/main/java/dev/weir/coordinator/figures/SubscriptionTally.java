package dev.weir.coordinator.figures;

import dev.weir.audit.DeliveryAudit;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/** Counts what each subscription receives. Used by the coordinator's thread. */
public final class SubscriptionTally {
    private final Workload workload;
    private final DeliveryAudit audit;
    private final long[] received;
    private final long[] distinct;
    private final long[] receivedInMeasurement;
    private final long[] distinctInMeasurement;
    private final long[] distinctByItsEnd;
    private long acknowledgedInMeasurement;
    private long acknowledgedByItsEnd;

    /** @param audit knows which messages were received again, if the workload has one */
    public SubscriptionTally(Workload workload, DeliveryAudit audit) {
        int subscriptions = workload.subscriptions().perTopic();
        this.workload = workload;
        this.audit = audit;
        this.received = new long[subscriptions];
        this.distinct = new long[subscriptions];
        this.receivedInMeasurement = new long[subscriptions];
        this.distinctInMeasurement = new long[subscriptions];
        this.distinctByItsEnd = new long[subscriptions];
    }

    /**
     * Takes a snapshot in, which the audit knows already.
     *
     * @param phase in which it lies
     */
    public void add(Phase phase, Message.SnapshotTaken taken) {
        boolean isLoad = phase != Phase.SETTLE && phase != Phase.CLOSE;
        long acknowledged = taken.snapshot().counts().acknowledged();
        acknowledgedByItsEnd += isLoad ? acknowledged : 0;
        acknowledgedInMeasurement += phase.isMeasured() ? acknowledged : 0;
        for (ReceivedNotes notes : taken.received()) {
            int s = notes.subscription();
            received[s] += notes.messages();
            // The audit can be a few messages ahead: what arrives while a snapshot is taken is in its notes already.
            long now = workload.run().audited() ? Math.min(received[s], audit.delivered(s)) : received[s];
            distinctByItsEnd[s] += isLoad ? now - distinct[s] : 0;
            distinctInMeasurement[s] += phase.isMeasured() ? now - distinct[s] : 0;
            receivedInMeasurement[s] += phase.isMeasured() ? notes.messages() : 0;
            distinct[s] = now;
        }
    }

    /** Deliveries so far, of those received, that no acknowledged message waits for. */
    public long surplus() {
        return LongStream.of(received).sum() - LongStream.of(distinct).sum();
    }

    /**
     * What is known by now.
     *
     * @param seconds length of the measurement
     * @param topics of the run
     * @param latency of a subscription, messages that were due in the measurement
     */
    public List<SubscriptionResult> results(double seconds, List<TopicSpec> topics, IntFunction<LatencySet> latency) {
        List<SubscriptionResult> results = new ArrayList<>();
        for (int s = 0; s < received.length; s++) {
            results.add(new SubscriptionResult(
                    s,
                    seconds > 0 ? receivedInMeasurement[s] / seconds : 0,
                    ceiling(topics),
                    Math.max(0, acknowledgedByItsEnd - distinctByItsEnd[s]),
                    acknowledgedInMeasurement - distinctInMeasurement[s],
                    LatencySummary.byName(latency.apply(s))));
        }
        return results;
    }

    /** By Little's law: so many at a time, each for so long. Consumers beyond the number of partitions have nothing to do. */
    private OptionalDouble ceiling(List<TopicSpec> topics) {
        long nanos = workload.subscriptions().processingNanos();
        long busy = topics.stream()
                .mapToLong(topic -> Math.min(workload.subscriptions().consumersEach(), topic.partitions()))
                .sum();
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(busy * 1e9 / nanos);
    }
}
