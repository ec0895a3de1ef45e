package dev.weir.feature.transactions;

/**
 * A pipeline: instances read each topic of the producers, transform its messages, and write them to a topic for the
 * consumers. They commit their read positions in the same transaction.
 *
 * @param instancesPerTopic instances that share a topic, at least 1
 * @param messages largest number of messages in a transaction
 */
public record PipelineSpec(int instancesPerTopic, int messages, Transform transform) {
    public PipelineSpec {
        if (instancesPerTopic < 1 || messages < 1) {
            throw new IllegalArgumentException(
                    "a pipeline needs instances of at least 1 and transactions of at least 1 message, got "
                            + instancesPerTopic + " and " + messages);
        }
    }
}
