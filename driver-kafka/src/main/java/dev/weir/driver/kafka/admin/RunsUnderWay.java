package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.share.ShareGroups;
import dev.weir.driver.kafka.share.ShareGroups.GroupMember;
import java.nio.ByteBuffer;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
                .forEach((group, answer) -> described.put(group, answer.thenApply(RunsUnderWay::members)));
        Map<String, Members> members = new TreeMap<>();
        for (var group : described.entrySet()) {
            for (GroupMember member : members(group.getKey(), group.getValue())) {
                String host = member.host().replaceFirst("^/", "");
                Members known = members.computeIfAbsent(group.getKey(), name -> new Members(host, new HashSet<>()));
                member.partitions().forEach(each -> known.topics().add(each.topic()));
            }
        }
        return members;
    }

    private static List<GroupMember> members(ConsumerGroupDescription group) {
        return group.members().stream()
                .map(each -> new GroupMember(each.host(), each.assignment().topicPartitions()))
                .toList();
    }

    private List<GroupMember> members(String group, KafkaFuture<List<GroupMember>> answer) throws ExecutionException {
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

    /**
     * Marks a run by a consumer group with one member, which reads nothing. The brokers remove the member when this process
     * ends or cannot reach them for the session timeout. The member commits an offset, so that the brokers keep the group
     * without a member (for a week by default): a group that exists and has no member is the mark of a run that has ended.
     */
    static final class GroupMark implements RunMark {
        private static final Logger LOG = LoggerFactory.getLogger(GroupMark.class);
        private static final Duration POLL = Duration.ofSeconds(1);
        private static final Duration END_LIMIT = Duration.ofSeconds(5);

        private final String group;
        private final String topic;
        private final Consumer<byte[], byte[]> consumer;
        private final AtomicBoolean ending = new AtomicBoolean();
        private final Thread thread;
        private boolean committed;

        private GroupMark(String group, String topic, Consumer<byte[], byte[]> consumer) {
            this.group = group;
            this.topic = topic;
            this.consumer = consumer;
            this.thread = new Thread(this::hold, "run-mark");
            thread.setDaemon(true);
        }

        /** @param topic a topic of the run, to which the member subscribes */
        static RunMark begin(Map<String, Object> common, String group, String topic) {
            Map<String, Object> properties = new TreeMap<>(common);
            properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
            properties.put(ConsumerConfig.CLIENT_ID_CONFIG, group);
            properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
            properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
            properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(NoPartitions.class));
            try {
                var mark = new GroupMark(group, topic, new KafkaConsumer<>(properties));
                mark.thread.start();
                return mark;
            } catch (KafkaException e) {
                LOG.warn("the run has no mark {}, so reset will leave its topics", group, e);
                return NONE;
            }
        }

        private void hold() {
            boolean isReported = false;
            try (consumer) {
                consumer.subscribe(List.of(topic));
                while (!ending.get()) {
                    try {
                        poll();
                    } catch (WakeupException e) {
                        LOG.debug("the mark {} ends", group);
                    } catch (KafkaException e) {
                        // Such as a lost permission, which may come back.
                        if (!isReported) {
                            isReported = true;
                            LOG.warn(
                                    "the brokers do not accept the run's mark {}, which is tried again each second. Until"
                                            + " they accept it, a run with reset: true {} the topics of this run",
                                    group,
                                    committed ? "may delete" : "leaves",
                                    e);
                        }
                        LockSupport.parkNanos(this, POLL.toNanos());
                    }
                }
            } catch (KafkaException e) {
                LOG.debug("the mark {} has not left its group in order", group, e);
            }
        }

        private void poll() {
            consumer.poll(POLL);
            // A member has an identity only after it has joined.
            if (!committed && !consumer.groupMetadata().memberId().isEmpty()) {
                Map<TopicPartition, OffsetAndMetadata> first =
                        Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(0));
                consumer.commitAsync(first, (offsets, error) -> committed = error == null);
            }
        }

        @Override
        public void close() {
            ending.set(true);
            consumer.wakeup();
            try {
                thread.join(END_LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Assigns no partitions, so that the member costs the brokers nothing but heartbeats. */
        public static final class NoPartitions implements ConsumerPartitionAssignor {
            @Override
            public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
                Set<String> members = subscriptions.groupSubscription().keySet();
                return new GroupAssignment(members.stream()
                        .collect(Collectors.toMap(member -> member, member -> new Assignment(List.of()))));
            }

            @Override
            public ByteBuffer subscriptionUserData(Set<String> topics) {
                return ByteBuffer.allocate(0);
            }

            @Override
            public String name() {
                return "no-partitions";
            }
        }
    }
}
