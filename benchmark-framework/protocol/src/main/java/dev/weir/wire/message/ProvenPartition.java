package dev.weir.wire.message;

/**
 * A partition from which a subscription has received a probe.
 *
 * @param subscription its number among those of the topic
 * @param partition -1 if the driver does not know the partitions of messages
 */
public record ProvenPartition(String topic, int subscription, int partition) {}
