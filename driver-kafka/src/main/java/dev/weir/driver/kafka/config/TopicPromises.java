package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

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

    /**
     * Known properties of a topic. Immutable.
     *
     * @param values by name
     * @param areAll whether the topic has no others, so that the system does not have a property that is not among them
     */
    public record TopicProperties(Map<String, Value> values, boolean areAll) {
        public TopicProperties {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }

        public record Value(String text, DurabilitySource source) {
            /** Returns the value as a number; a text counts as the largest number, which means never in Kafka. */
            public long number() {
                return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
            }
        }

        static TopicProperties of(DriverConfig config) {
            Map<String, Value> values = new TreeMap<>();
            config.topics()
                    .properties()
                    .forEach((name, text) -> values.put(name, new Value(text.strip(), DurabilitySource.DRIVER_FILE)));
            return new TopicProperties(values, false);
        }

        /** Returns whether a {@code cleanup.policy}, such as {@code compact,delete}, includes compaction. */
        public static boolean isCompacted(String cleanupPolicy) {
            return Stream.of(cleanupPolicy.split(",", -1))
                    .anyMatch(policy -> policy.strip().equals(TopicConfig.CLEANUP_POLICY_COMPACT));
        }

        public Optional<Value> find(String name) {
            return Optional.ofNullable(values.get(name))
                    .filter(value -> !value.text().isBlank());
        }
    }
}
