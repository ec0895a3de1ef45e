package dev.weir.feature.transactions;

import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;
import java.util.stream.Stream;

/** The field {@code pipeline}. */
public record PipelineSection() implements TransactionalSection<PipelineSection.PipelineSpec> {
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
            new Choice(Stream.of(Transform.values()).map(each -> each.key).toList()),
            Transform.COPY.key,
            "what an instance makes of each payload, but for the stamp at its head. copy: the same; upperCase: of small"
                    + " letters of ASCII large ones, as StreamBench does");

    private static final FieldTable TABLE = FieldTable.of("pipeline mapping", INSTANCES, MESSAGES, TRANSFORM);

    private static final Field<PipelineSpec> PIPELINE = Field.free(
            "pipeline",
            new MappingType<>(
                    TABLE,
                    values -> Optional.of(new PipelineSpec(
                            values.number(INSTANCES), values.number(MESSAGES), Transform.of(values.get(TRANSFORM))))),
            "instances between producers and consumers: they read each topic, and write the transformed messages to "
                    + "another topic, with the same partitions and keys, and with their offsets in the same "
                    + "transaction; consumers read that topic, and only committed messages. If there are several "
                    + "workers, the last half of them carries only these instances");

    @Override
    public Field<PipelineSpec> field() {
        return PIPELINE;
    }

    @Override
    public int relays(PipelineSpec pipeline) {
        return pipeline.instancesPerTopic();
    }

    @Override
    public void put(PipelineSpec pipeline, FieldWriter given) {
        given.put(
                PIPELINE,
                fields -> fields.put(INSTANCES, pipeline.instancesPerTopic())
                        .put(MESSAGES, pipeline.messages())
                        .put(TRANSFORM, pipeline.transform().key));
    }

    @Override
    public void check(FieldValues values) {
        if (!values.given(PIPELINE)) {
            return;
        }
        if (SubscriptionFields.areMissing(values)) {
            values.error(PIPELINE, "needs a subscription that reads its output; set subscriptionsPerTopic to 1");
        }
        if (!TopicFields.existing(values).isEmpty()) {
            values.error(PIPELINE, "needs topics of its own: have them created with topics:, or remove it");
        }
    }

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

    public enum Transform {
        COPY("copy"),
        /** Change of StreamBench: lower-case ASCII letters become upper case. */
        UPPER_CASE("upperCase");

        private final String key;

        Transform(String key) {
            this.key = key;
        }

        /**
         * Changes a payload in place. Its length stays, so that messages that are read and written have equal sizes.
         *
         * @param from first byte that may change: the bytes before identify the message
         */
        public void apply(byte[] payload, int from) {
            if (this == COPY) {
                return;
            }
            for (int i = from; i < payload.length; i++) {
                if (payload[i] >= 'a' && payload[i] <= 'z') {
                    payload[i] = (byte) (payload[i] + 'A' - 'a');
                }
            }
        }

        static Transform of(String key) {
            return Stream.of(values())
                    .filter(each -> each.key.equals(key))
                    .findFirst()
                    .orElse(COPY);
        }
    }
}
