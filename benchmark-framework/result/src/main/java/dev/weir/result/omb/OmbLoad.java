package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * OMB's fields about the load, on top of a result.
 *
 * @param messageSize bytes
 * @param topics number of topics
 * @param partitions partitions of each topic
 * @param keyDistributor OMB's name
 * @param producerRate messages per second, or {@code max}
 * @param producersPerTopic number of producers
 * @param consumersPerTopic consumers of each subscription
 * @param subscriptionsPerTopic number of subscriptions
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OmbLoad(
        Optional<Number> messageSize,
        Optional<Number> topics,
        Optional<Number> partitions,
        Optional<String> keyDistributor,
        Optional<Object> producerRate,
        Optional<Number> producersPerTopic,
        Optional<Number> consumersPerTopic,
        Optional<Number> subscriptionsPerTopic) {}
