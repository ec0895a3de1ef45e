package dev.weir.workload.load;

/**
 * Instances that read each topic of the producers, and write what they make of it to a topic of its own for the consumers,
 * with how far they have read in the same transaction.
 *
 * @param instancesPerTopic how many share a topic; 0: none are asked for
 * @param messages of each transaction, at most
 * @param transform what they make of each payload
 */
public record PipelineSpec(int instancesPerTopic, int messages, Transform transform) {
    /** None are asked for. */
    public static final PipelineSpec NONE = new PipelineSpec(0, 1, Transform.COPY);

    public PipelineSpec {
        if (instancesPerTopic < 0 || messages < 1) {
            throw new IllegalArgumentException(
                    "a pipeline needs instances of at least 0 and transactions of at least 1 message, got "
                            + instancesPerTopic + " and " + messages);
        }
    }

    /** Whether there are any. */
    public boolean isWanted() {
        return instancesPerTopic > 0;
    }
}
