package dev.weir.driver.config;

import dev.weir.driver.durability.Durability;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a driver file comes to for the client: every setting that the client knows, its defaults where the file leaves it
 * out. Without what {@link Durability} has, and without what names the client. Immutable.
 *
 * @param client the code that it is for: settings of different code cannot be compared
 * @param topic properties of created topics, as the file has them: their defaults are the cluster's
 * @param producer of producers
 * @param consumer of consumers
 */
public record ClientSettings(
        String client,
        SortedMap<String, String> topic,
        SortedMap<String, String> producer,
        SortedMap<String, String> consumer) {
    public ClientSettings {
        Objects.requireNonNull(client);
        topic = sorted(topic);
        producer = sorted(producer);
        consumer = sorted(consumer);
    }

    /** Of a driver that does not tell its defaults: what the file has. */
    public static ClientSettings asWritten(DriverConfig config) {
        return new ClientSettings(
                config.driver(),
                sorted(config.topicConfig()),
                sorted(config.effectiveProducerConfig()),
                sorted(config.effectiveConsumerConfig()));
    }

    private static SortedMap<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
