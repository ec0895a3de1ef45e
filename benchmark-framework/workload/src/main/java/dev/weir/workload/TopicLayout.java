package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The topics of a workload, and the producers on them.
 *
 * @param count number of topics, at least 1
 * @param partitionsPerTopic partitions of the largest topic, at least 1; 0 for existing topics
 * @param partitionList one number for each topic, each at least 1; empty: all topics are equal
 * @param producersPerTopic producers of the topic with the most producers; 0: none, on existing topics
 * @param producerList one number for each topic, each at least 0; empty: all topics are equal
 * @param existing names of existing topics that are used as they are; empty: topics are created
 */
public record TopicLayout(
        int count,
        int partitionsPerTopic,
        List<Integer> partitionList,
        int producersPerTopic,
        List<Integer> producerList,
        List<String> existing) {
    public TopicLayout {
        partitionList = List.copyOf(partitionList);
        producerList = List.copyOf(producerList);
        existing = List.copyOf(existing);
        Checks.atLeast("topics", count, 1);
        Checks.atLeast("partitionsPerTopic", partitionsPerTopic, existing.isEmpty() ? 1 : 0);
        Checks.atLeast("producersPerTopic", producersPerTopic, existing.isEmpty() ? 1 : 0);
        partitionList.forEach(partitions -> Checks.atLeast("partitionsPerTopicList", partitions, 1));
        producerList.forEach(producers -> Checks.atLeast("producersPerTopicList", producers, 0));
        oneForEach("partitionsPerTopicList", partitionList, count);
        oneForEach("producersPerTopicList", producerList, count);
        oneForEach("existingTopicList", existing, count);
    }

    public static TopicLayout alike(int count, int partitionsPerTopic, int producersPerTopic) {
        return new TopicLayout(count, partitionsPerTopic, List.of(), producersPerTopic, List.of(), List.of());
    }

    /** Returns whether existing topics are used, which are neither created nor deleted. */
    public boolean exist() {
        return !existing.isEmpty();
    }

    /** Returns the partitions of a topic; 0 for an existing one. */
    public int partitionsOf(int topic) {
        return partitionList.isEmpty() ? partitionsPerTopic : partitionList.get(topic);
    }

    public int producersOf(int topic) {
        return producerList.isEmpty() ? producersPerTopic : producerList.get(topic);
    }

    public int producers() {
        return IntStream.range(0, count).map(this::producersOf).sum();
    }

    private static void oneForEach(String field, List<?> items, int topics) {
        Checks.refuseIf(
                !items.isEmpty() && items.size() != topics,
                field + " must have one for each of the " + topics + " topics, got " + items.size());
    }
}
