package dev.weir.driver.client;

import java.util.Map;

/**
 * A consumer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic what it reads
 * @param partitions of that topic
 * @param subscription the group of consumers that share the topic's messages
 * @param from where it begins
 * @param committedOnly whether it sees nothing of transactions that are not committed, whatever the driver file says
 * @param properties of the client, beyond and above those of the driver file; none where {@code
 *     DriverFactory.placesConsumers} is false
 */
public record ConsumerSpec(
        String clientId,
        String topic,
        int partitions,
        String subscription,
        ReadFrom from,
        boolean committedOnly,
        Map<String, String> properties) {
    public ConsumerSpec {
        properties = Map.copyOf(properties);
    }

    /** Of a topic of the run's own. */
    public ConsumerSpec(String clientId, String topic, int partitions, String subscription) {
        this(clientId, topic, partitions, subscription, ReadFrom.RUN);
    }

    /** Of everything that the driver file lets it see. */
    public ConsumerSpec(String clientId, String topic, int partitions, String subscription, ReadFrom from) {
        this(clientId, topic, partitions, subscription, from, false, Map.of());
    }
}
