package dev.weir.driver.kafka.client;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.kafka.wire.ThrottleTime;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Receives messages with Kafka's own client. */
public record ClientSource(
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

    /** Does nothing: the client commits the positions after the messages that it has returned. */
    @Override
    public void beforeCommit() {}

    @Override
    public void forget(int partition) {}

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

    @Override
    public void close() {}

    /** Passes the messages of a poll, at least one, to a listener. */
    static void hand(ConsumerRecords<byte[], byte[]> records, ReceiveListener to) {
        to.batch(records.count());
        for (ConsumerRecord<byte[], byte[]> message : records) {
            to.received(message.partition(), message.offset(), message.key(), value(message), header(message));
        }
    }

    /** Returns the payload; empty where Kafka has none. */
    public static byte[] value(ConsumerRecord<byte[], byte[]> message) {
        byte[] value = message.value();
        return value == null ? NO_VALUE : value;
    }

    /** Returns the header with Weir's stamp; null if there is none. */
    public static byte @Nullable [] header(ConsumerRecord<byte[], byte[]> message) {
        Header header = message.headers().lastHeader(KafkaHeaders.STAMP);
        return header == null ? null : header.value();
    }
}
