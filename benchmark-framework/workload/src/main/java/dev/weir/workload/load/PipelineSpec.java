package dev.weir.workload.load;

/**
 * A pipeline: instances read each topic of the producers, transform its messages, and write them to a topic for the
 * consumers. They commit their read positions in the same transaction.
 *
 * @param instancesPerTopic instances that share a topic; 0: no pipeline
 * @param messages largest number of messages in a transaction
 * @param transform change of each payload
 */
public record PipelineSpec(int instancesPerTopic, int messages, Transform transform) {
    public static final PipelineSpec NONE = new PipelineSpec(0, 1, Transform.COPY);

    public PipelineSpec {
        if (instancesPerTopic < 0 || messages < 1) {
            throw new IllegalArgumentException(
                    "a pipeline needs instances of at least 0 and transactions of at least 1 message, got "
                            + instancesPerTopic + " and " + messages);
        }
    }

    public boolean isWanted() {
        return instancesPerTopic > 0;
    }
}
