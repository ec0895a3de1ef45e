package dev.weir.driver.config;

import dev.weir.driver.durability.Durability;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the client library that result from a driver file: every setting that the client has, with its
 * default if the file does not set it. Settings that {@link Durability} reports, and names of the client, are left out.
 * Immutable.
 *
 * @param client the client library: settings of different libraries cannot be compared
 * @param topic properties of created topics, as the file has them: the cluster decides their defaults
 * @param producer properties of producers
 * @param consumer properties of consumers
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

    /** The settings of the file alone, for drivers that do not report defaults. */
    public static ClientSettings asWritten(DriverConfig config) {
        return new ClientSettings(
                config.driver(),
                sorted(config.topics().properties()),
                sorted(config.clients().effectiveProducer()),
                sorted(config.clients().effectiveConsumer()));
    }

    private static SortedMap<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
