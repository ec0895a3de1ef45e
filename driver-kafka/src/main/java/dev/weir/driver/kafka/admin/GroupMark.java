package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.RunMark;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks a run by a consumer group with one member, which reads nothing. The brokers remove the member when this process
 * ends or cannot reach them for the session timeout. The member commits an offset, so that the brokers keep the group
 * without a member (for a week by default): a group that exists and has no member is the mark of a run that has ended.
 */
final class GroupMark implements RunMark {
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
            return new GroupAssignment(
                    members.stream().collect(Collectors.toMap(member -> member, member -> new Assignment(List.of()))));
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
