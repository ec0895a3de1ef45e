package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeShareGroupsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Finds out which runs may be under way, from their marks ({@link GroupMark}), the members of all groups, and the ends
 * of logs. It compares no times, because the clocks of hosts can differ. Used by one thread.
 */
record RunsUnderWay(KafkaDriverAdmin driver, Admin admin, AnswerDeadline deadline) {
    /** How long the ends of logs are watched, in case the coordinator of a run has ended and its workers have not. */
    private static final Duration WATCH = Duration.ofSeconds(3);

    private static final Set<GroupState> WITHOUT_MEMBERS = Set.of(GroupState.EMPTY, GroupState.DEAD);

    /** The members of a group: where they are, and of which topics they read partitions. */
    private record Members(String host, Set<String> topics) {}

    /** Returns the reason for each run that may be under way, by its mark. */
    Map<String, String> among(Map<String, List<String>> runs) {
        Map<String, String> reasons = new TreeMap<>();
        Map<String, List<String>> open = new TreeMap<>(runs);
        try {
            reasons.putAll(byGroups(runs));
            open.keySet().removeAll(reasons.keySet());
            if (!open.isEmpty()) {
                reasons.putAll(byWrites(open));
            }
        } catch (ExecutionException | DriverException e) {
            String why = e instanceof DriverException ? String.valueOf(e.getMessage()) : FailureRemedy.text(e);
            open.keySet().forEach(mark -> reasons.put(mark, "it is unknown whether the run has ended: " + why));
        }
        return reasons;
    }

    private Map<String, String> byGroups(Map<String, List<String>> runs) throws ExecutionException {
        Collection<GroupListing> groups = deadline.await(
                "list groups",
                admin.listGroups(deadline.limit(new ListGroupsOptions())).all());
        Set<String> names = groups.stream().map(GroupListing::groupId).collect(Collectors.toSet());
        Map<String, Members> members = members(groups);
        Map<String, String> reasons = new TreeMap<>();
        for (Map.Entry<String, List<String>> run : runs.entrySet()) {
            String mark = run.getKey();
            Members coordinator = members.get(mark);
            Optional<Map.Entry<String, Members>> reader = members.entrySet().stream()
                    .filter(group -> uses(group.getKey(), group.getValue().topics(), run.getValue()))
                    .findFirst();
            if (coordinator != null) {
                reasons.put(mark, "the run is under way, its coordinator is connected from " + coordinator.host());
            } else if (reader.isPresent()) {
                reasons.put(
                        mark,
                        "the group " + reader.get().getKey() + " has members, connected from "
                                + reader.get().getValue().host());
            } else if (!names.contains(mark) || !hasOffset(mark)) {
                reasons.put(
                        mark,
                        "it is unknown whether the run has ended, because the group " + mark
                                + ", which marks ended runs for a week, does not exist");
            }
        }
        return reasons;
    }

    private static boolean uses(String group, Set<String> read, List<String> topics) {
        return topics.stream().anyMatch(topic -> KafkaDriverAdmin.belongs(group, topic))
                || !Collections.disjoint(read, topics);
    }

    private Map<String, Members> members(Collection<GroupListing> groups) throws ExecutionException {
        List<String> consuming = new ArrayList<>();
        List<String> sharing = new ArrayList<>();
        for (GroupListing group : groups) {
            boolean isShared = group.type().filter(GroupType.SHARE::equals).isPresent();
            // Other protocols, such as that of Kafka Connect, do not read topics through the group.
            boolean reads =
                    isShared || group.protocol().isEmpty() || group.protocol().equals("consumer");
            // Systems with an old version of the request report no state.
            if (reads && group.groupState().filter(WITHOUT_MEMBERS::contains).isEmpty()) {
                (isShared ? sharing : consuming).add(group.groupId());
            }
        }
        Map<String, Members> members = new TreeMap<>();
        for (var each : admin.describeConsumerGroups(consuming, deadline.limit(new DescribeConsumerGroupsOptions()))
                .describedGroups()
                .entrySet()) {
            for (var member : described(each.getKey(), each.getValue())
                    .map(group -> group.members())
                    .orElse(List.of())) {
                add(each.getKey(), member.host(), member.assignment().topicPartitions(), members);
            }
        }
        for (var each : admin.describeShareGroups(sharing, deadline.limit(new DescribeShareGroupsOptions()))
                .describedGroups()
                .entrySet()) {
            for (var member : described(each.getKey(), each.getValue())
                    .map(group -> group.members())
                    .orElse(List.of())) {
                add(each.getKey(), member.host(), member.assignment().topicPartitions(), members);
            }
        }
        return members;
    }

    private static void add(String group, String host, Set<TopicPartition> assigned, Map<String, Members> members) {
        Set<String> topics = members.computeIfAbsent(
                        group, name -> new Members(host.replaceFirst("^/", ""), new HashSet<>()))
                .topics();
        assigned.forEach(partition -> topics.add(partition.topic()));
    }

    private <T> Optional<T> described(String group, KafkaFuture<T> description) throws ExecutionException {
        try {
            return Optional.of(deadline.await("describe the group " + group, description));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns whether the mark is complete: a group may exist for a moment before its first member has joined. */
    private boolean hasOffset(String mark) throws ExecutionException {
        return !deadline.await(
                        "read the offsets of the group " + mark,
                        admin.listConsumerGroupOffsets(mark, deadline.limit(new ListConsumerGroupOffsetsOptions()))
                                .partitionsToOffsetAndMetadata())
                .isEmpty();
    }

    private Map<String, String> byWrites(Map<String, List<String>> runs) {
        List<String> names = runs.values().stream().flatMap(List::stream).toList();
        List<TopicSpec> topics = new ArrayList<>();
        driver.partitions(names, deadline.left()).forEach((name, count) -> topics.add(new TopicSpec(name, count)));
        Map<TopicPartition, Long> before = driver.offsets(topics, OffsetSpec.latest(), deadline);
        var watch = new AnswerDeadline(WATCH);
        Set<String> written = new HashSet<>();
        do {
            deadline.pause("the ends of logs are still watched");
            driver.offsets(topics, OffsetSpec.latest(), deadline).forEach((partition, end) -> {
                if (!end.equals(before.get(partition))) {
                    written.add(partition.topic());
                }
            });
        } while (!watch.isOver());
        Map<String, String> reasons = new TreeMap<>();
        runs.forEach((mark, each) -> each.stream()
                .filter(written::contains)
                .findFirst()
                .ifPresent(topic -> reasons.put(mark, "messages are being written to " + topic)));
        return reasons;
    }
}
