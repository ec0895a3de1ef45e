package dev.weir.driver.kafka.config;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.List;
import java.util.Optional;

/**
 * Meaning of a topic's properties on a system that supports Kafka's protocol: systems accept the same properties, but
 * some behave differently from Kafka.
 */
public interface TopicPromises {
    /**
     * Returns what is promised; {@link DurabilitySource#UNKNOWN} if a decisive property is unknown.
     *
     * @param acks acks of the producers: {@code all}, {@code 1} or {@code 0}
     * @param replicas replicas of each partition; less than 1 if their number is unknown
     */
    List<DurabilityItem> items(String acks, int replicas, TopicProperties properties);

    /**
     * Returns the value by which the system acts if its topics do not have a property; empty if there is none, so that
     * the property has no effect.
     *
     * @param replicas as in {@link #items}
     */
    default Optional<String> without(String property, int replicas) {
        return Optional.empty();
    }

    /** Returns the item of {@code min.insync.replicas} with acks that wait for no other replica. */
    static DurabilityItem withoutMinInsyncReplicas(String acks) {
        return new DurabilityItem(
                DurabilityKey.MIN_INSYNC_REPLICAS,
                DurabilityItem.WITHOUT_EFFECT,
                DurabilitySource.CLIENT,
                "acks=" + acks + " waits for no other replica");
    }

    /** Returns what to do if the system's topics do not have a property that a file requests, as a sentence. */
    default String remedy(String property) {
        return "Remove " + property + " from topicConfig, or use a version that has it";
    }
}
