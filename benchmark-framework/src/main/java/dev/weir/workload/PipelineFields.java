package dev.weir.workload;

import dev.weir.workload.ScalarType.Choice;
import dev.weir.workload.ScalarType.Whole;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The fields of a workload's {@code pipeline}, and what becomes of it when a worker is lost. */
final class PipelineFields {
    static final FieldTable TABLE = FieldTable.of("pipeline mapping");
    private static final String ABORT = "abort";
    private static final String CONTINUE = "continue";

    private static final Field<Long> INSTANCES = TABLE.add(Field.optional(
            "instancesPerTopic",
            new Whole(1, 10_000),
            1L,
            "how many read each topic as one group, each on a thread of its own with a transactional producer"));

    private static final Field<Long> MESSAGES = TABLE.add(Field.optional(
                    "messages",
                    new Whole(1, TransactionSpec.MOST_MESSAGES),
                    500L,
                    "how many messages an instance passes on in a transaction, at most: it takes what a poll returns")
            .in("messages"));

    private static final Field<String> TRANSFORM = TABLE.add(Field.optional(
            "transform",
            new Choice(Stream.of(Transform.values()).map(Transform::key).toList()),
            Transform.COPY.key(),
            "what an instance makes of each payload, but for the stamp at its head. copy: the same; upperCase: of small"
                    + " letters of ASCII large ones, as StreamBench does"));

    static final Field<PipelineSpec> PIPELINE = Field.free(
            "pipeline",
            new Type.Fields<>(
                    TABLE,
                    values -> Optional.of(new PipelineSpec(
                            values.number(INSTANCES),
                            values.number(MESSAGES),
                            Transform.of(values.get(TRANSFORM)).orElse(Transform.COPY),
                            false))),
            "instances between producers and consumers: they read each topic, and write what they make of it to a topic of"
                    + " its own, partition by partition and with its keys, with their offsets in the same"
                    + " transaction; consumers read that, and only what is committed. Where there are several workers,"
                    + " the last half of them carries only these");

    static final Field<String> WORKER_LOSS = Field.optional(
            "workerLoss",
            Choice.of(ABORT, CONTINUE),
            ABORT,
            "what happens when a worker is lost. abort: the run has failed; continue: it goes on if the worker carried"
                    + " only instances of a pipeline, whose work the others take over, and the result tells of it");

    private PipelineFields() {}

    static PipelineSpec spec(FieldValues values) {
        PipelineSpec given = values.find(PIPELINE).orElse(PipelineSpec.NONE);
        return new PipelineSpec(
                given.instancesPerTopic(),
                given.messages(),
                given.transform(),
                values.get(WORKER_LOSS).equals(CONTINUE));
    }

    /** A pipeline in the words of a file. */
    static void put(PipelineSpec pipeline, Map<Field<?>, Object> given) {
        if (pipeline.isWanted()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put(INSTANCES.name(), pipeline.instancesPerTopic());
            fields.put(MESSAGES.name(), pipeline.messages());
            fields.put(TRANSFORM.name(), pipeline.transform().key());
            given.put(PIPELINE, fields);
        }
        given.put(WORKER_LOSS, pipeline.outlivesWorkers() ? CONTINUE : ABORT);
    }

    /** What does not go together with it. */
    static void check(FieldValues values) {
        if (!values.given(PIPELINE)) {
            if (values.get(WORKER_LOSS).equals(CONTINUE)) {
                values.error(
                        WORKER_LOSS,
                        "continue needs a pipeline: without a worker's producers or consumers nobody knows what was to"
                                + " be delivered; remove it");
            }
            return;
        }
        if (values.sound(WorkloadFields.SUBSCRIPTIONS) && values.get(WorkloadFields.SUBSCRIPTIONS) == 0) {
            values.error(PIPELINE, "needs a subscription that reads what it writes; set subscriptionsPerTopic to 1");
        }
        if (!TopicFields.existing(values).isEmpty()) {
            values.error(PIPELINE, "needs topics of its own: have them created with topics:, or remove it");
        }
        if (values.find(PhaseFields.BACKLOG_GIB).orElse(0.0) > 0) {
            values.error(PIPELINE, "cannot be combined with a consumerBacklogSizeGB; remove one");
        }
    }
}
