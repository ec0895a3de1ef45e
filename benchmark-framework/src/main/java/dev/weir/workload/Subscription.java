package dev.weir.workload;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A kind of reader: on each topic, a consumer group that gets every message.
 *
 * @param name for people and results; unique in a workload
 * @param consumers in each group, at least 1
 * @param from where they begin to read
 * @param startAfterNanos when they are opened, after the begin of the measurement; empty: before the load
 * @param processingNanos how long each consumer is busy with each message
 * @param consumerConfig client properties, beyond and above those of the driver file
 * @param share empty for a consumer group, whose consumers have partitions of their own
 */
public record Subscription(
        String name,
        int consumers,
        StartPosition from,
        OptionalLong startAfterNanos,
        long processingNanos,
        Map<String, String> consumerConfig,
        Optional<ShareGroup> share) {
    public Subscription {
        consumerConfig = Map.copyOf(consumerConfig);
        Checks.atLeast("consumers", consumers, 1);
        Checks.atLeast("processingTime", processingNanos, 0);
    }

    /** A consumer group. */
    public Subscription(
            String name,
            int consumers,
            StartPosition from,
            OptionalLong startAfterNanos,
            long processingNanos,
            Map<String, String> consumerConfig) {
        this(name, consumers, from, startAfterNanos, processingNanos, consumerConfig, Optional.empty());
    }

    /** How many of its consumers can have messages of a topic at the same time. */
    public int activeConsumers(int partitions) {
        return share.isPresent() ? consumers : Math.min(consumers, partitions);
    }

    /** Whether it is there before the load is: it gets every message of the run, and its figures are those of the run. */
    public boolean startsWithLoad() {
        return startAfterNanos.isEmpty();
    }

    /** Whether each message of the run is to be delivered to it: not if it begins later, anywhere but at the first one. */
    public boolean receivesAll() {
        return startsWithLoad() || from.kind() == StartPosition.Kind.EARLIEST;
    }

    /** Whether it asks of a driver to place its consumers, beyond opening them before the load. */
    public boolean needsPlacing() {
        return !startsWithLoad() || from.kind() != StartPosition.Kind.LATEST || !consumerConfig.isEmpty();
    }
}
