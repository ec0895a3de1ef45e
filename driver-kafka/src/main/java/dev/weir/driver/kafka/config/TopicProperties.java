package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilitySource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

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
