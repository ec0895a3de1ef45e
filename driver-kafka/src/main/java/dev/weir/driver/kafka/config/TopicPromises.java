package dev.weir.driver.kafka.config;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.List;

/**
 * What the properties of a topic come to on a system that speaks Kafka's protocol: systems take the same properties, and
 * not all of them do what Kafka does.
 */
@FunctionalInterface
public interface TopicPromises {
    /** Of {@link DurabilityKey#MIN_INSYNC_REPLICAS} where producers do not wait for other replicas than the leader. */
    String WITHOUT_EFFECT = "without effect";

    /**
     * What is promised; {@link DurabilitySource#UNKNOWN} where a property that decides is not known.
     *
     * @param acks of the producers: {@code all}, {@code 1} or {@code 0}
     * @param replicas of each partition
     */
    List<DurabilityItem> items(String acks, int replicas, TopicProperties properties);
}
