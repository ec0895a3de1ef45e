package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilitySource;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Properties of a topic, as far as they are known. Immutable.
 *
 * @param values by name
 */
public record TopicProperties(Map<String, Value> values) {
    public TopicProperties {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * What one is.
     *
     * @param source where it is known from
     */
    public record Value(String text, DurabilitySource source) {
        public Value {
            Objects.requireNonNull(text);
            Objects.requireNonNull(source);
        }

        /** As a number; whatever is none counts as the largest, which to Kafka means never. */
        public long number() {
            return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
        }
    }

    /** Those that a driver file gives the topics it creates. */
    static TopicProperties of(DriverConfig config) {
        Map<String, Value> values = new TreeMap<>();
        config.topics()
                .properties()
                .forEach((name, text) -> values.put(name, new Value(text.strip(), DurabilitySource.DRIVER_FILE)));
        return new TopicProperties(values);
    }

    /** One of them, if it is known. */
    public Optional<Value> find(String name) {
        return Optional.ofNullable(values.get(name))
                .filter(value -> !value.text().isBlank());
    }
}
