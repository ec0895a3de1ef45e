package dev.weir.driver.client;

import java.util.Objects;

/**
 * A producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic topic to which it sends
 * @param partitions partitions of that topic
 * @param connections that it keeps; only where {@code DriverFactory.keepsConnections}
 */
public record ProducerSpec(String clientId, String topic, int partitions, Connections connections) {
    public ProducerSpec {
        Objects.requireNonNull(clientId);
        Objects.requireNonNull(topic);
        Objects.requireNonNull(connections);
    }

    /** With the connections that the client itself makes. */
    public ProducerSpec(String clientId, String topic, int partitions) {
        this(clientId, topic, partitions, Connections.OF_CLIENT);
    }
}
