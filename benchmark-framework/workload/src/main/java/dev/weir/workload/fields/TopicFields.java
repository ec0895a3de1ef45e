package dev.weir.workload.fields;

import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.EntriesType;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Fields of topics, their producers and their consumers. */
public final class TopicFields {
    private static final Whole COUNT = new Whole(1, 1_000_000);
    private static final Whole COUNT_OR_NONE = new Whole(0, 1_000_000);

    public static final Field<Long> TOPICS = Field.required(
                    "topics", COUNT_OR_NONE, "topics to create; 0 only with a list of topics that exist")
            .unless("existingTopicList", "existingProduceTopicList", "existingConsumeTopicList");

    public static final Field<Long> PARTITIONS = Field.required("partitionsPerTopic", COUNT, "partitions of each topic")
            .unless(
                    "partitionsPerTopicList",
                    "existingTopicList",
                    "existingProduceTopicList",
                    "existingConsumeTopicList");

    public static final Field<Long> PRODUCERS = Field.required(
                    "producersPerTopic",
                    COUNT_OR_NONE,
                    "producer clients per topic; 0: consume only, from topics that exist")
            .unless("producersPerTopicList", "existingConsumeTopicList");

    public static final Field<List<String>> EXISTING = existing(
            "existingTopicList",
            "topics that exist, instead of topics: they are used as they are, and neither created, deleted nor"
                    + " cleaned; consumers begin at their ends. With producersPerTopic: 0 they are read from their first"
                    + " messages to the end of the testDuration, or until nothing more comes");

    public static final Field<List<String>> EXISTING_PRODUCE =
            existing("existingProduceTopicList", "the same with subscriptionsPerTopic: 0");

    public static final Field<List<String>> EXISTING_CONSUME =
            existing("existingConsumeTopicList", "the same with producersPerTopic: 0");

    public static final Field<List<Long>> PARTITION_LIST = Field.optional(
            "partitionsPerTopicList",
            ListType.of(COUNT),
            List.of(),
            "partitions of each topic, one number for each, instead of partitionsPerTopic");

    public static final Field<List<Long>> PRODUCER_LIST = Field.optional(
            "producersPerTopicList",
            ListType.of(COUNT_OR_NONE),
            List.of(),
            "producers of each topic, one number for each, instead of producersPerTopic");

    public static final Field<Map<String, Double>> WEIGHTS = Field.optional(
            "partitionWeights",
            new EntriesType<>(Decimal.in(0, 1e9)),
            Map.of(),
            "how messages are spread over the partitions of each topic, as a mapping of partitions to weights such as"
                    + " {0: 9, '*': 1}, where * is for all others together: the partition of each message is drawn from"
                    + " the seed, whatever its key is; if absent the client chooses");

    public static final Field<Long> SUBSCRIPTIONS =
            Field.optional("subscriptionsPerTopic", COUNT_OR_NONE, 0L, "consumer groups per topic; 0: produce only");

    public static final Field<Long> CONSUMERS =
            Field.optional("consumerPerSubscription", COUNT_OR_NONE, 0L, "consumers in each group");

    public static final Field<Duration> PROCESSING = Field.optional(
            "consumerProcessingTime",
            new Time(Duration.ofNanos(1), Duration.ofMinutes(5)),
            Duration.ZERO,
            "how long each consumer is busy with each message before it polls again, without using the CPU for it: at"
                    + " most consumers / consumerProcessingTime messages per second and subscription. Of Kafka's consumer,"
                    + " a poll with all its messages (max.poll.records) must not take longer than max.poll.interval.ms");

    public static final String OTHERS = "*";

    private TopicFields() {}

    public static Field<List<String>> existing(String name, String meaning) {
        return Field.optional(name, new ListType<>(new Text(), true), List.of(), meaning);
    }

    public static List<String> existing(FieldValues values) {
        return existingField(values).map(values::get).orElse(List.of());
    }

    public static Optional<Field<List<String>>> existingField(FieldValues values) {
        return List.of(EXISTING, EXISTING_PRODUCE, EXISTING_CONSUME).stream()
                .filter(field -> values.hasEntries(field))
                .findFirst();
    }

    public static int topics(FieldValues values) {
        List<String> existing = existing(values);
        return existing.isEmpty() ? values.number(TOPICS) : existing.size();
    }

    /** Returns the partitions of the largest topic; 0 for existing topics. */
    public static int partitions(FieldValues values) {
        return values.hasEntries(PARTITION_LIST)
                ? max(values.get(PARTITION_LIST))
                : existing(values).isEmpty() ? values.number(PARTITIONS) : 0;
    }

    public static int producers(FieldValues values) {
        if (values.hasEntries(EXISTING_CONSUME)) {
            return 0;
        }
        return values.hasEntries(PRODUCER_LIST) ? max(values.get(PRODUCER_LIST)) : values.number(PRODUCERS);
    }

    public static int subscriptions(FieldValues values) {
        return values.hasEntries(EXISTING_PRODUCE) ? 0 : values.number(SUBSCRIPTIONS);
    }

    /** Returns whether nothing is sent; if fields are wrong, as far as it is known. */
    public static boolean isConsumeOnly(FieldValues values) {
        return values.hasEntries(EXISTING_CONSUME)
                || (values.hasEntries(EXISTING)
                        && !values.hasEntries(PRODUCER_LIST)
                        && values.find(PRODUCERS).orElse(1L) == 0);
    }

    public static List<Integer> list(FieldValues values, Field<List<Long>> field) {
        return values.get(field).stream().map(Math::toIntExact).toList();
    }

    private static int max(List<Long> numbers) {
        return Math.toIntExact(numbers.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    public static PartitionWeights weights(FieldValues values) {
        Map<Integer, Double> listed = new TreeMap<>();
        Map<String, Double> given = values.find(WEIGHTS).orElse(Map.of());
        given.forEach((partition, weight) -> {
            if (!partition.equals(OTHERS)) {
                listed.put(Integer.parseInt(partition), weight);
            }
        });
        return new PartitionWeights(listed, given.getOrDefault(OTHERS, 0.0));
    }

    public static Map<String, Object> of(PartitionWeights weights) {
        Map<String, Object> given = new LinkedHashMap<>();
        weights.listed()
                .forEach((partition, weight) -> given.put(String.valueOf(partition), NumberText.written(weight)));
        if (weights.others() > 0) {
            given.put(OTHERS, NumberText.written(weights.others()));
        }
        return given;
    }
}
