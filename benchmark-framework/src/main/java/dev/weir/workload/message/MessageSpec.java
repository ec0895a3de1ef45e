package dev.weir.workload.message;

/**
 * What the messages of a workload are.
 *
 * @param keys how they get their keys
 * @param payload what they carry
 * @param partitionWeights how they are spread over the partitions of each topic
 */
public record MessageSpec(KeySpec keys, PayloadSpec payload, PartitionWeights partitionWeights) {
    /** Without keys, on partitions that the client chooses. */
    public static MessageSpec of(PayloadSpec payload) {
        return new MessageSpec(KeySpec.NONE, payload, PartitionWeights.NONE);
    }
}
