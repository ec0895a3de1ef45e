package dev.weir.driver.client;

import java.util.Objects;

/**
 * A producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic where it sends to
 * @param partitions of that topic
 */
public record ProducerSpec(String clientId, String topic, int partitions) {
    public ProducerSpec {
        Objects.requireNonNull(clientId);
        Objects.requireNonNull(topic);
    }
}
