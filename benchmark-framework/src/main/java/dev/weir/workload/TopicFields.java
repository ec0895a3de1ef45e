package dev.weir.workload;

import dev.weir.workload.ScalarType.Decimal;
import dev.weir.workload.ScalarType.Text;
import dev.weir.workload.ScalarType.Whole;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The fields of topics that are not all alike, or that exist before the run. */
final class TopicFields {
    private static final long MOST_PRODUCERS = 10_000_000;
    private static final Whole COUNT = new Whole(1, 1_000_000);
    private static final Whole COUNT_OR_NONE = new Whole(0, 1_000_000);

    static final Field<List<String>> EXISTING = existing(
            "existingTopicList",
            "topics that exist, instead of topics: they are used as they are, and neither created, deleted nor cleaned;"
                    + " consumers begin at their ends. With producersPerTopic: 0 they are read from their first messages"
                    + " to the end of the testDuration, or until nothing more comes");

    static final Field<List<String>> EXISTING_PRODUCE =
            existing("existingProduceTopicList", "the same with subscriptionsPerTopic: 0");

    static final Field<List<String>> EXISTING_CONSUME =
            existing("existingConsumeTopicList", "the same with producersPerTopic: 0");

    static final Field<List<Long>> PARTITIONS = Field.optional(
            "partitionsPerTopicList",
            Type.Items.of(COUNT),
            List.of(),
            "partitions of each topic, one number for each, instead of partitionsPerTopic");

    static final Field<List<Long>> PRODUCERS = Field.optional(
            "producersPerTopicList",
            Type.Items.of(COUNT_OR_NONE),
            List.of(),
            "producers of each topic, one number for each, instead of producersPerTopic");

    static final Field<Map<String, Double>> WEIGHTS = Field.optional(
            "partitionWeights",
            new Type.Entries<>(Decimal.in(0, 1e9)),
            Map.of(),
            "how messages are spread over the partitions of each topic, as a mapping of partitions to weights such as"
                    + " {0: 9, '*': 1}, where * is for all others together: the partition of each message is drawn from"
                    + " the seed, whatever its key is; if absent the client chooses");

    private static final String OTHERS = "*";

    private TopicFields() {}

    static void addTo(FieldTable table) {
        List.of(EXISTING, EXISTING_PRODUCE, EXISTING_CONSUME).forEach(table::add);
        List.of(PARTITIONS, PRODUCERS).forEach(table::add);
        table.add(WEIGHTS);
    }

    private static Field<List<String>> existing(String name, String meaning) {
        return Field.optional(name, new Type.Items<>(new Text(), true), List.of(), meaning);
    }

    /** The topics that exist. */
    static List<String> existing(FieldValues values) {
        return existingField(values).map(values::get).orElse(List.of());
    }

    private static Optional<Field<List<String>>> existingField(FieldValues values) {
        return List.of(EXISTING, EXISTING_PRODUCE, EXISTING_CONSUME).stream()
                .filter(field -> isGiven(values, field))
                .findFirst();
    }

    static boolean isGiven(FieldValues values, Field<? extends List<?>> field) {
        return values.find(field).map(list -> !list.isEmpty()).orElse(false);
    }

    /** How many topics there are. */
    static int topics(FieldValues values) {
        List<String> existing = existing(values);
        return existing.isEmpty() ? values.number(WorkloadFields.TOPICS) : existing.size();
    }

    /** Partitions of the largest topic; 0 where topics are as they are. */
    static int partitions(FieldValues values) {
        return isGiven(values, PARTITIONS)
                ? max(values.get(PARTITIONS))
                : existing(values).isEmpty() ? values.number(WorkloadFields.PARTITIONS) : 0;
    }

    /** Producers of the topic that has most. */
    static int producers(FieldValues values) {
        if (isGiven(values, EXISTING_CONSUME)) {
            return 0;
        }
        return isGiven(values, PRODUCERS) ? max(values.get(PRODUCERS)) : values.number(WorkloadFields.PRODUCERS);
    }

    static int subscriptions(FieldValues values) {
        return isGiven(values, EXISTING_PRODUCE) ? 0 : values.number(WorkloadFields.SUBSCRIPTIONS);
    }

    /** Whether nothing is sent: as far as is known, where something is wrong. */
    static boolean isConsumeOnly(FieldValues values) {
        return isGiven(values, EXISTING_CONSUME)
                || (isGiven(values, EXISTING)
                        && !isGiven(values, PRODUCERS)
                        && values.find(WorkloadFields.PRODUCERS).orElse(1L) == 0);
    }

    static List<Integer> list(FieldValues values, Field<List<Long>> field) {
        return values.get(field).stream().map(Math::toIntExact).toList();
    }

    private static int max(List<Long> numbers) {
        return Math.toIntExact(numbers.stream().mapToLong(Long::longValue).max().orElse(0));
    }

    static PartitionWeights weights(FieldValues values) {
        Map<Integer, Double> listed = new TreeMap<>();
        Map<String, Double> given = values.find(WEIGHTS).orElse(Map.of());
        given.forEach((partition, weight) -> {
            if (!partition.equals(OTHERS)) {
                listed.put(Integer.parseInt(partition), weight);
            }
        });
        return new PartitionWeights(listed, given.getOrDefault(OTHERS, 0.0));
    }

    /** Weights in the words of a file. */
    static Map<String, Object> of(PartitionWeights weights) {
        Map<String, Object> given = new LinkedHashMap<>();
        weights.listed()
                .forEach((partition, weight) -> given.put(String.valueOf(partition), EffectiveFiles.number(weight)));
        if (weights.others() > 0) {
            given.put(OTHERS, EffectiveFiles.number(weights.others()));
        }
        return given;
    }

    private static void checkWeights(FieldValues values) {
        Map<String, Double> given = values.find(WEIGHTS).orElse(Map.of());
        Optional<String> wrong = given.keySet().stream()
                .filter(partition -> !partition.equals(OTHERS) && !partition.matches("0|[1-9][0-9]{0,5}"))
                .findFirst();
        if (wrong.isPresent()) {
            values.error(WEIGHTS, "must have numbers of partitions, or * for all others, got " + wrong.get());
        } else if (!given.isEmpty() && existing(values).isEmpty()) {
            long fewest = isGiven(values, PARTITIONS)
                    ? Collections.min(values.get(PARTITIONS))
                    : values.find(WorkloadFields.PARTITIONS).orElse(1_000_000L);
            try {
                weights(values).shares((int) fewest);
            } catch (IllegalArgumentException e) {
                values.error(WEIGHTS, String.valueOf(e.getMessage()));
            }
        }
    }

    static void check(FieldValues values) {
        checkExisting(values);
        checkWeights(values);
        checkList(values, PARTITIONS, WorkloadFields.PARTITIONS);
        checkList(values, PRODUCERS, WorkloadFields.PRODUCERS);
        long all = values.find(PRODUCERS).orElse(List.of()).stream()
                .mapToLong(Long::longValue)
                .sum();
        if (isGiven(values, PRODUCERS) && (all == 0 || all > MOST_PRODUCERS)) {
            values.error(PRODUCERS, "must have from 1 to " + MOST_PRODUCERS + " producers in all, has " + all);
        }
        if (isConsumeOnly(values)) {
            checkConsumeOnly(values);
        } else if (values.find(WorkloadFields.PRODUCERS).orElse(1L) == 0 && !isGiven(values, PRODUCERS)) {
            values.error(
                    WorkloadFields.PRODUCERS,
                    "must be at least 1, got 0; to consume only, name topics that exist in existingTopicList");
        }
    }

    private static void checkExisting(FieldValues values) {
        Optional<Field<List<String>>> used = existingField(values);
        long topics = values.find(WorkloadFields.TOPICS).orElse(0L);
        if (used.isEmpty()) {
            if (topics == 0 && values.find(WorkloadFields.TOPICS).isPresent()) {
                values.error(
                        WorkloadFields.TOPICS,
                        "must be at least 1, got 0; to use topics that exist, name them in existingTopicList");
            }
            return;
        }
        String name = used.get().name();
        for (Field<List<String>> other : List.of(EXISTING_PRODUCE, EXISTING_CONSUME)) {
            if (!other.equals(used.get()) && isGiven(values, other)) {
                values.error(other, "cannot stand beside " + name + " so far: keep one, and run the other by itself");
            }
        }
        if (topics > 0) {
            values.error(
                    WorkloadFields.TOPICS, "must be 0 beside " + name + ", got " + topics + "; keep one of the two");
        }
        boolean single = values.find(WorkloadFields.PARTITIONS).isPresent();
        if (single || isGiven(values, PARTITIONS)) {
            values.warning(
                    single ? WorkloadFields.PARTITIONS : PARTITIONS,
                    "has no effect beside " + name + ": topics that exist stay as they are");
        }
        if (used.get().equals(EXISTING_PRODUCE)
                && values.find(WorkloadFields.SUBSCRIPTIONS).orElse(0L) > 0) {
            values.warning(WorkloadFields.SUBSCRIPTIONS, "has no effect beside " + name + ": nobody consumes");
        }
    }

    private static void checkList(FieldValues values, Field<List<Long>> list, Field<Long> single) {
        if (!isGiven(values, list)) {
            return;
        }
        int entries = values.get(list).size();
        int topics = existing(values).isEmpty()
                ? values.find(WorkloadFields.TOPICS).map(Math::toIntExact).orElse(entries)
                : existing(values).size();
        if (entries != topics) {
            values.error(
                    list,
                    "must have a number for each of the " + topics + " topics, has " + entries
                            + "; add or remove some");
        }
        if (values.find(single).isPresent()) {
            values.warning(single, "has no effect beside " + list.name() + ", as in AutoMQ's; remove one");
        }
    }

    private static void checkConsumeOnly(FieldValues values) {
        if (values.sound(WorkloadFields.SUBSCRIPTIONS) && values.get(WorkloadFields.SUBSCRIPTIONS) == 0) {
            values.error(
                    WorkloadFields.SUBSCRIPTIONS,
                    "must be at least 1 where nothing is produced, got 0: there would be nothing to do");
        }
        if (isGiven(values, EXISTING_CONSUME)
                && values.find(WorkloadFields.PRODUCERS).orElse(0L) > 0) {
            values.warning(WorkloadFields.PRODUCERS, "has no effect beside existingConsumeTopicList: nobody produces");
        }
        if (values.find(WorkloadFields.AUDIT).orElse(false)) {
            values.warning(
                    WorkloadFields.AUDIT,
                    "has no effect where nothing is produced: nobody knows what was to be delivered");
        }
    }
}
