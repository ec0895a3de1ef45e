package dev.weir.workload.message;

/**
 * Messages of a workload.
 *
 * @param keys their keys
 * @param payload their payload
 * @param partitionWeights their distribution over the partitions of each topic
 */
public record MessageSpec(KeySpec keys, PayloadSpec payload, PartitionWeights partitionWeights) {
    /** Creates messages without keys, in partitions that the client chooses. */
    public static MessageSpec of(PayloadSpec payload) {
        return new MessageSpec(KeySpec.NONE, payload, PartitionWeights.NONE);
    }
}
