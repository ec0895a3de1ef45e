package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.share.ShareGroups;
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
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
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
        var answer = admin.listGroups(deadline.limit(new ListGroupsOptions()));
        Collection<GroupListing> groups = deadline.await("list groups", answer.all());
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
                String host = reader.get().getValue().host();
                reasons.put(mark, "the group " + reader.get().getKey() + " has members, connected from " + host);
            } else if (!names.contains(mark) || !hasOffset(mark)) {
                String unknown = "it is unknown whether the run has ended, because the group " + mark;
                reasons.put(mark, unknown + ", which marks ended runs for a week, does not exist");
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
        var described = new ShareGroups(admin, deadline).members(sharing);
        admin.describeConsumerGroups(consuming, deadline.limit(new DescribeConsumerGroupsOptions()))
                .describedGroups()
                .forEach((group, answer) -> described.put(group, answer.thenApply(ConsumerGroupDescription::members)));
        Map<String, Members> members = new TreeMap<>();
        for (var group : described.entrySet()) {
            for (MemberDescription member : members(group.getKey(), group.getValue())) {
                String host = member.host().replaceFirst("^/", "");
                Members known = members.computeIfAbsent(group.getKey(), name -> new Members(host, new HashSet<>()));
                member.assignment()
                        .topicPartitions()
                        .forEach(each -> known.topics().add(each.topic()));
            }
        }
        return members;
    }

    private Collection<MemberDescription> members(String group, KafkaFuture<Collection<MemberDescription>> answer)
            throws ExecutionException {
        try {
            return deadline.await("describe the group " + group, answer);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return List.of();
            }
            throw e;
        }
    }

    /** Returns whether the mark is complete: a group may exist for a moment before its first member has joined. */
    private boolean hasOffset(String mark) throws ExecutionException {
        var answer = admin.listConsumerGroupOffsets(mark, deadline.limit(new ListConsumerGroupOffsetsOptions()));
        var offsets = answer.partitionsToOffsetAndMetadata();
        return !deadline.await("read the offsets of the group " + mark, offsets).isEmpty();
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
