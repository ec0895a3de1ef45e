package dev.weir.driver.config;

import dev.weir.driver.durability.Durability;
import java.util.Objects;
import java.util.SortedMap;

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
        topic = ClientConfig.sorted(topic);
        producer = ClientConfig.sorted(producer);
        consumer = ClientConfig.sorted(consumer);
    }

    /** The settings of the file alone, for drivers that do not report defaults. */
    public static ClientSettings asWritten(DriverConfig config) {
        return new ClientSettings(
                config.driver(),
                ClientConfig.sorted(config.topics().properties()),
                ClientConfig.sorted(config.clients().effectiveProducer()),
                ClientConfig.sorted(config.clients().effectiveConsumer()));
    }
}
