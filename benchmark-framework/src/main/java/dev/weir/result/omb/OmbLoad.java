package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * The load, on top of a result.
 *
 * @param messageSize bytes
 * @param topics how many
 * @param partitions of each topic
 * @param keyDistributor OMB's name
 * @param producerRate a number of messages per second, or {@code max}
 * @param producersPerTopic how many
 * @param consumersPerTopic of each subscription
 * @param subscriptionsPerTopic how many
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
