package dev.weir.driver.kafka.client;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.kafka.wire.ThrottleTime;
import dev.weir.driver.kafka.wire.WireFetcher;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Source of the messages of a group's member. Called by the member's thread, unless stated otherwise. */
public interface MessageSource {
    Duration POLL = Duration.ofMillis(100);

    /**
     * Waits for messages at most {@link #POLL}, passes them to the listener, and updates the positions.
     *
     * @return whether there were any
     */
    boolean poll();

    /**
     * Called before the positions after delivered messages are committed. The default does nothing: Kafka's client commits
     * the positions after the messages that it has returned.
     */
    default void beforeCommit() {}

    /** Called when a partition is no longer the member's. */
    default void forget(int partition) {}

    /** Ends {@link #poll} early. Any thread. */
    void wakeup();

    /** Returns how long brokers have delayed it so far, see {@code Producer.throttledNanos}. Any thread. */
    long throttledNanos();

    /** Returns metrics of the client library, see {@code Producer.metrics}. Any thread. */
    Map<String, Double> metrics();

    /** Closes what the source itself has opened. */
    default void close() {}

    /** Passes the messages of a poll, at least one, to a listener. */
    static void hand(ConsumerRecords<byte[], byte[]> records, ReceiveListener to) {
        to.batch(records.count());
        for (ConsumerRecord<byte[], byte[]> message : records) {
            to.received(message.partition(), message.offset(), message.key(), value(message), header(message));
        }
    }

    /** Returns the payload; empty where Kafka has none. */
    static byte[] value(ConsumerRecord<byte[], byte[]> message) {
        byte[] value = message.value();
        return value == null ? ClientSource.NO_VALUE : value;
    }

    /** Returns the header with Weir's stamp; null if there is none. */
    static byte @Nullable [] header(ConsumerRecord<byte[], byte[]> message) {
        Header header = message.headers().lastHeader(MessageHeader.RESERVED);
        return header == null ? null : header.value();
    }

    /** Receives messages with Kafka's own client. */
    record ClientSource(
            KafkaConsumer<byte[], byte[]> consumer,
            AssignedPartitions assignment,
            ReceiveListener listener,
            ThrottleTime throttle)
            implements MessageSource {
        private static final byte[] NO_VALUE = {};

        @Override
        public boolean poll() {
            assignment.applyPause();
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                hand(records, listener);
            }
            assignment.advance(records.nextOffsets());
            return !records.isEmpty();
        }

        @Override
        public void wakeup() {
            consumer.wakeup();
        }

        @Override
        public long throttledNanos() {
            return throttle.nanos();
        }

        /** Returns the metrics, the only thing that a client returns to any thread. */
        @Override
        public Map<String, Double> metrics() {
            return ClientMetrics.ofConsumer(consumer.metrics(), "consumer-fetch-manager-metrics", throttle);
        }
    }

    /**
     * Receives messages with Weir's own client. Kafka's client is only the member of the group: its partitions are paused,
     * so that it fetches nothing, and it is polled often enough to take part in rebalances.
     */
    final class WireSource implements MessageSource {
        private static final long MEMBER_POLL_NANOS = 20_000_000;
        private static final long FETCH_POLL_MILLIS = 20;

        private final KafkaConsumer<byte[], byte[]> member;
        private final AssignedPartitions assignment;
        private final WireFetcher fetcher;
        private final String topic;

        private long polledNanos = System.nanoTime() - MEMBER_POLL_NANOS;

        WireSource(
                KafkaConsumer<byte[], byte[]> member,
                AssignedPartitions assignment,
                WireFetcher fetcher,
                String topic) {
            this.member = member;
            this.assignment = assignment;
            this.fetcher = fetcher;
            this.topic = topic;
        }

        @Override
        public boolean poll() {
            if (System.nanoTime() - polledNanos >= MEMBER_POLL_NANOS) {
                pollMember();
            }
            boolean any = fetcher.poll(FETCH_POLL_MILLIS, !assignment.isPauseWanted());
            // Also without messages: control records take offsets, too.
            fetcher.positions().forEach(assignment::set);
            Set<Integer> outOfRange = fetcher.takeOutOfRange();
            if (!outOfRange.isEmpty()) {
                var partitions = outOfRange.stream().map(this::partition).toList();
                if (fetcher.resetsToEnd()) {
                    member.seekToEnd(partitions);
                } else {
                    member.seekToBeginning(partitions);
                }
                assignment.placeAgain(partitions);
            }
            return any;
        }

        private void pollMember() {
            // Without partitions there is nothing else to wait for.
            member.poll(assignment.isEmpty() ? POLL : Duration.ZERO);
            polledNanos = System.nanoTime();
            assignment.advance(Map.of());
            long[] positions = assignment.positions();
            for (int partition = 0; partition < positions.length; partition++) {
                if (positions[partition] >= 0 && !fetcher.has(partition)) {
                    fetcher.add(partition, positions[partition]);
                }
            }
        }

        private TopicPartition partition(int number) {
            return new TopicPartition(topic, number);
        }

        /** Sets the member's positions to those after delivered messages, because the member commits its own. */
        @Override
        public void beforeCommit() {
            fetcher.positions().forEach((partition, offset) -> member.seek(partition(partition), offset));
        }

        @Override
        public void forget(int partition) {
            fetcher.remove(partition);
        }

        @Override
        public void wakeup() {
            member.wakeup();
            fetcher.wakeup();
        }

        @Override
        public long throttledNanos() {
            return fetcher.throttledNanos();
        }

        @Override
        public Map<String, Double> metrics() {
            return fetcher.metrics();
        }

        @Override
        public void close() {
            fetcher.close();
        }
    }
}
