package dev.weir.driver.client;

import java.util.Map;

/**
 * A consumer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param topic topic that it reads
 * @param partitions partitions of that topic
 * @param subscription group of consumers that share the topic's messages
 * @param from position at which it begins
 * @param committedOnly whether it reads only messages of committed transactions, whatever the driver file sets
 * @param properties client properties that extend and override those of the driver file; none without {@code
 *     Capability.CONSUMER_PLACEMENT}
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

    /** Creates the specification of a consumer of a topic of the run's own. */
    public ConsumerSpec(String clientId, String topic, int partitions, String subscription) {
        this(clientId, topic, partitions, subscription, ReadFrom.RUN);
    }

    /** Creates the specification of a consumer with the driver file's properties only. */
    public ConsumerSpec(String clientId, String topic, int partitions, String subscription, ReadFrom from) {
        this(clientId, topic, partitions, subscription, from, false, Map.of());
    }
}
