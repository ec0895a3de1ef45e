package dev.weir.driver.client;

import java.util.List;

/**
 * A producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic topic to which it sends
 * @param partitions partitions of that topic
 * @param connections that it keeps; its own only with {@code Capability.OWN_CONNECTIONS}
 * @param headers headers of each of its messages, in addition to the one that a call of {@link Producer#send} gives
 */
public record ProducerSpec(
        String clientId, String topic, int partitions, Connections connections, List<MessageHeader> headers) {
    public ProducerSpec {
        headers = List.copyOf(headers);
    }

    /** With the connections that the client itself makes, and no headers. */
    public ProducerSpec(String clientId, String topic, int partitions) {
        this(clientId, topic, partitions, Connections.OF_CLIENT, List.of());
    }
}
