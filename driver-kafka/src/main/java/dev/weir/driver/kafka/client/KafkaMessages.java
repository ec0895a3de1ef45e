package dev.weir.driver.kafka.client;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.ReceiveListener;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Headers of a producer's messages, and the way from received messages to listeners. Headers that all messages have are made
 * once. Used by one thread.
 */
public final class KafkaMessages {
    private static final byte[] NO_VALUE = {};
    /** The header of a call of {@code send}. */
    private static final String STAMP = MessageHeader.RESERVED;

    private final @Nullable RecordHeaders ofAll;

    public KafkaMessages(List<MessageHeader> headers) {
        if (headers.isEmpty()) {
            ofAll = null;
        } else {
            ofAll = new RecordHeaders();
            headers.forEach(header -> ofAll.add(header.name(), header.value()));
        }
    }

    public ProducerRecord<byte @Nullable [], byte[]> message(
            String topic, @Nullable Integer partition, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        var message = new ProducerRecord<byte @Nullable [], byte[]>(topic, partition, null, key, value, ofAll);
        if (header != null) {
            message.headers().add(new RecordHeader(STAMP, header));
        }
        return message;
    }

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
        Header header = message.headers().lastHeader(KafkaMessages.STAMP);
        return header == null ? null : header.value();
    }
}
