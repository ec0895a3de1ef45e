package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of reader: on each topic, a consumer group that receives each message.
 *
 * @param name name for people and results; unique in a workload
 * @param consumers consumers in each group, at least 1
 * @param startAfterNanos when they are opened, after the begin of the measurement; empty: before the load
 * @param processingNanos how long each consumer is busy with each message
 * @param consumerConfig client properties that extend and override those of the driver file
 * @param type empty for a consumer group, whose consumers have partitions of their own
 */
public record Subscription(
        String name,
        int consumers,
        StartPosition from,
        OptionalLong startAfterNanos,
        long processingNanos,
        Map<String, String> consumerConfig,
        Optional<SubscriptionType> type) {
    public Subscription {
        consumerConfig = Map.copyOf(consumerConfig);
        Checks.atLeast("consumers", consumers, 1);
        Checks.atLeast("processingTime", processingNanos, 0);
    }

    public Subscription(
            String name,
            int consumers,
            StartPosition from,
            OptionalLong startAfterNanos,
            long processingNanos,
            Map<String, String> consumerConfig) {
        this(name, consumers, from, startAfterNanos, processingNanos, consumerConfig, Optional.empty());
    }

    /** Returns whether any number of its consumers can receive messages of the same partitions. */
    public boolean sharesPartitions() {
        return type.isPresent();
    }

    /** Returns how many of its consumers can receive messages of a topic at the same time. */
    public int activeConsumers(int partitions) {
        return sharesPartitions() ? consumers : Math.min(consumers, partitions);
    }

    /** Returns whether it begins before the load: it then gets each message, and its figures are the run's. */
    public boolean startsWithLoad() {
        return startAfterNanos.isEmpty();
    }

    /** Returns whether it is to get each message of the run: not if it begins later at any but the first one. */
    public boolean receivesAll() {
        return startsWithLoad() || from.kind() == StartPosition.Kind.EARLIEST;
    }

    /** Returns whether the driver has to place its consumers, in addition to opening them before the load. */
    public boolean needsPlacing() {
        return !startsWithLoad() || from.kind() != StartPosition.Kind.LATEST || !consumerConfig.isEmpty();
    }
}
