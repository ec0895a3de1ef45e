package dev.weir.workload.fields;

import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks several fields about topics together. */
final class TopicChecks {
    private TopicChecks() {}

    static void check(FieldValues values) {
        checkExisting(values);
        checkWeights(values);
        checkList(values, TopicFields.PARTITION_LIST, TopicFields.PARTITIONS);
        checkList(values, TopicFields.PRODUCER_LIST, TopicFields.PRODUCERS);
        long all = values.find(TopicFields.PRODUCER_LIST).orElse(List.of()).stream()
                .mapToLong(Long::longValue)
                .sum();
        if (values.hasEntries(TopicFields.PRODUCER_LIST) && (all == 0 || all > WorkloadChecks.MAX_IN_ALL)) {
            values.error(
                    TopicFields.PRODUCER_LIST,
                    "must have from 1 to " + WorkloadChecks.MAX_IN_ALL + " producers in all, has " + all);
        }
        if (TopicFields.isConsumeOnly(values)) {
            checkConsumeOnly(values);
        } else if (values.find(TopicFields.PRODUCERS).orElse(1L) == 0
                && !values.hasEntries(TopicFields.PRODUCER_LIST)) {
            values.error(
                    TopicFields.PRODUCERS,
                    "must be at least 1, got 0; to consume only, name topics that exist in existingTopicList");
        }
    }

    private static void checkWeights(FieldValues values) {
        Map<String, Double> given = values.find(TopicFields.WEIGHTS).orElse(Map.of());
        Optional<String> wrong = given.keySet().stream()
                .filter(partition -> !partition.equals(TopicFields.OTHERS) && !partition.matches("0|[1-9][0-9]{0,5}"))
                .findFirst();
        if (wrong.isPresent()) {
            values.error(
                    TopicFields.WEIGHTS, "must have numbers of partitions, or * for all others, got " + wrong.get());
        } else if (!given.isEmpty() && TopicFields.existing(values).isEmpty()) {
            long fewest = values.hasEntries(TopicFields.PARTITION_LIST)
                    ? Collections.min(values.get(TopicFields.PARTITION_LIST))
                    : values.find(TopicFields.PARTITIONS).orElse(1_000_000L);
            try {
                TopicFields.weights(values).shares((int) fewest);
            } catch (IllegalArgumentException e) {
                values.error(TopicFields.WEIGHTS, String.valueOf(e.getMessage()));
            }
        }
    }

    private static void checkExisting(FieldValues values) {
        Optional<Field<List<String>>> used = TopicFields.existingField(values);
        long topics = values.find(TopicFields.TOPICS).orElse(0L);
        if (used.isEmpty()) {
            if (topics == 0 && values.find(TopicFields.TOPICS).isPresent()) {
                values.error(
                        TopicFields.TOPICS,
                        "must be at least 1, got 0; to use topics that exist, name them in existingTopicList");
            }
            return;
        }
        String name = used.get().name();
        for (Field<List<String>> other : List.of(TopicFields.EXISTING_PRODUCE, TopicFields.EXISTING_CONSUME)) {
            if (!other.equals(used.get()) && values.hasEntries(other)) {
                values.error(other, "cannot stand beside " + name + " so far: keep one, and run the other by itself");
            }
        }
        if (topics > 0) {
            values.error(TopicFields.TOPICS, "must be 0 beside " + name + ", got " + topics + "; keep one of the two");
        }
        boolean single = values.find(TopicFields.PARTITIONS).isPresent();
        if (single || values.hasEntries(TopicFields.PARTITION_LIST)) {
            values.warning(
                    single ? TopicFields.PARTITIONS : TopicFields.PARTITION_LIST,
                    "has no effect beside " + name + ": topics that exist stay as they are");
        }
        boolean listed = values.hasEntries(SubscriptionFields.SUBSCRIPTIONS);
        if (used.get().equals(TopicFields.EXISTING_PRODUCE)
                && (listed || values.find(TopicFields.SUBSCRIPTIONS).orElse(0L) > 0)) {
            values.warning(
                    listed ? SubscriptionFields.SUBSCRIPTIONS : TopicFields.SUBSCRIPTIONS,
                    "has no effect beside " + name + ": the run has no consumers");
        }
    }

    private static void checkList(FieldValues values, Field<List<Long>> list, Field<Long> single) {
        if (!values.hasEntries(list)) {
            return;
        }
        int entries = values.get(list).size();
        int topics = TopicFields.existing(values).isEmpty()
                ? values.find(TopicFields.TOPICS).map(Math::toIntExact).orElse(entries)
                : TopicFields.existing(values).size();
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
        if (SubscriptionFields.areMissing(values)) {
            values.error(
                    TopicFields.SUBSCRIPTIONS,
                    "must be at least 1 where nothing is produced, got 0: there would be nothing to do");
        }
        if (values.hasEntries(TopicFields.EXISTING_CONSUME)
                && values.find(TopicFields.PRODUCERS).orElse(0L) > 0) {
            values.warning(
                    TopicFields.PRODUCERS, "has no effect beside existingConsumeTopicList: the run has no producers");
        }
        for (Field<?> field : List.of(HeaderFields.HEADERS, HeaderFields.STAMP)) {
            if (values.given(field)) {
                values.warning(field, "has no effect if nothing is produced; remove it");
            }
        }
        if (values.find(RunFields.AUDIT).orElse(false)) {
            values.warning(
                    RunFields.AUDIT,
                    "has no effect if nothing is produced: it is unknown which messages should be delivered");
        }
    }
}
