package dev.weir.workload.fields;

import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.load.Transform;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of a workload's {@code pipeline}, and of runs that go on without lost workers. */
public final class PipelineFields {
    private static final String ABORT = "abort";
    private static final String CONTINUE = "continue";

    private static final Field<Long> INSTANCES = Field.optional(
            "instancesPerTopic",
            new Whole(1, 10_000),
            1L,
            "how many read each topic as one group, each on a thread of its own with a transactional producer");

    private static final Field<Long> MESSAGES = Field.optional(
                    "messages",
                    new Whole(1, TransactionSpec.MAX_MESSAGES),
                    500L,
                    "how many messages an instance passes on in a transaction, at most: it takes what a poll returns")
            .in("messages");

    private static final Field<String> TRANSFORM = Field.optional(
            "transform",
            new Choice(Stream.of(Transform.values()).map(Transform::key).toList()),
            Transform.COPY.key(),
            "what an instance makes of each payload, but for the stamp at its head. copy: the same; upperCase: of small"
                    + " letters of ASCII large ones, as StreamBench does");

    static final FieldTable TABLE = FieldTable.of("pipeline mapping", INSTANCES, MESSAGES, TRANSFORM);

    public static final Field<PipelineSpec> PIPELINE = Field.free(
            "pipeline",
            new MappingType<>(
                    TABLE,
                    values -> Optional.of(new PipelineSpec(
                            values.number(INSTANCES),
                            values.number(MESSAGES),
                            Transform.of(values.get(TRANSFORM)).orElse(Transform.COPY)))),
            "instances between producers and consumers: they read each topic, and write the transformed messages to "
                    + "another topic, with the same partitions and keys, and with their offsets in the same "
                    + "transaction; consumers read that topic, and only committed messages. If there are several "
                    + "workers, the last half of them carries only these instances");

    public static final Field<String> WORKER_LOSS = Field.optional(
            "workerLoss",
            Choice.of(ABORT, CONTINUE),
            ABORT,
            "what happens when a worker is lost. abort: the run fails; continue: it goes on as long as one producer "
                    + "is left and each subscription and each pipeline has a reader left. The result reports what is"
                    + " missing, and what is unknown");

    private PipelineFields() {}

    public static boolean continuesAfterLoss(FieldValues values) {
        return values.get(WORKER_LOSS).equals(CONTINUE);
    }

    /** Adds a pipeline in the form of a file. */
    public static void put(PipelineSpec pipeline, boolean continuesAfterLoss, FieldWriter given) {
        if (pipeline.isWanted()) {
            given.put(
                    PIPELINE,
                    fields -> fields.put(INSTANCES, pipeline.instancesPerTopic())
                            .put(MESSAGES, pipeline.messages())
                            .put(TRANSFORM, pipeline.transform().key()));
        }
        given.put(WORKER_LOSS, continuesAfterLoss ? CONTINUE : ABORT);
    }
}
