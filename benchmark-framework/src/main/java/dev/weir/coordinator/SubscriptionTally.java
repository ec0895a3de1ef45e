package dev.weir.coordinator;

import dev.weir.driver.TopicSpec;
import dev.weir.measure.LatencySet;
import dev.weir.result.LatencySummary;
import dev.weir.result.Phase;
import dev.weir.result.SubscriptionResult;
import dev.weir.wire.Message;
import dev.weir.wire.ReceivedNotes;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Counts what each subscription receives. Used by the coordinator's thread. */
final class SubscriptionTally {
    private final Workload workload;
    private final long[] receivedInMeasurement;
    private final long[] receivedByItsEnd;
    private long acknowledgedByItsEnd;

    SubscriptionTally(Workload workload) {
        this.workload = workload;
        this.receivedInMeasurement = new long[workload.subscriptionsPerTopic()];
        this.receivedByItsEnd = new long[workload.subscriptionsPerTopic()];
    }

    /**
     * Takes a snapshot in.
     *
     * @param phase in which it lies
     */
    void add(Phase phase, Message.SnapshotTaken taken) {
        if (phase == Phase.SETTLE || phase == Phase.CLOSE) {
            return;
        }
        acknowledgedByItsEnd += taken.snapshot().counts().acknowledged();
        for (ReceivedNotes notes : taken.received()) {
            receivedByItsEnd[notes.subscription()] += notes.messages();
            receivedInMeasurement[notes.subscription()] += phase.isMeasured() ? notes.messages() : 0;
        }
    }

    /**
     * What is known by now.
     *
     * @param seconds length of the measurement
     * @param topics of the run
     * @param latency of a subscription, messages that were due in the measurement
     */
    List<SubscriptionResult> results(double seconds, List<TopicSpec> topics, IntFunction<LatencySet> latency) {
        List<SubscriptionResult> results = new ArrayList<>();
        for (int s = 0; s < receivedByItsEnd.length; s++) {
            results.add(new SubscriptionResult(
                    s,
                    seconds > 0 ? receivedInMeasurement[s] / seconds : 0,
                    ceiling(topics),
                    Math.max(0, acknowledgedByItsEnd - receivedByItsEnd[s]),
                    LatencySummary.byName(latency.apply(s))));
        }
        return results;
    }

    /** By Little's law: so many at a time, each for so long. Consumers beyond the number of partitions have nothing to do. */
    private OptionalDouble ceiling(List<TopicSpec> topics) {
        long nanos = workload.particulars().consumerProcessingNanos();
        long busy = topics.stream()
                .mapToLong(topic -> Math.min(workload.consumersPerSubscription(), topic.partitions()))
                .sum();
        return nanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(busy * 1e9 / nanos);
    }
}
