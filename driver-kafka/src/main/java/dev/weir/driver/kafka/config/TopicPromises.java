package dev.weir.driver.kafka.config;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.List;

/**
 * Meaning of a topic's properties on a system that supports Kafka's protocol: systems accept the same properties, but
 * some behave differently from Kafka.
 */
@FunctionalInterface
public interface TopicPromises {
    /** Value of {@link DurabilityKey#MIN_INSYNC_REPLICAS} if producers wait only for the leader. */
    String WITHOUT_EFFECT = "without effect";

    /**
     * Returns what is promised; {@link DurabilitySource#UNKNOWN} if a decisive property is unknown.
     *
     * @param acks acks of the producers: {@code all}, {@code 1} or {@code 0}
     * @param replicas replicas of each partition; less than 1 if their number is unknown
     */
    List<DurabilityItem> items(String acks, int replicas, TopicProperties properties);
}
