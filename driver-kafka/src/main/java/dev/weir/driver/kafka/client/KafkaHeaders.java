package dev.weir.driver.kafka.client;

import dev.weir.driver.client.MessageHeader;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Headers of a producer's messages. Headers that all messages have are made once. Used by one thread. */
final class KafkaHeaders {
    private final @Nullable RecordHeaders ofAll;

    KafkaHeaders(List<MessageHeader> headers) {
        if (headers.isEmpty()) {
            ofAll = null;
        } else {
            ofAll = new RecordHeaders();
            headers.forEach(header -> ofAll.add(header.name(), header.value()));
        }
    }

    ProducerRecord<byte @Nullable [], byte[]> message(
            String topic, @Nullable Integer partition, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        var message = new ProducerRecord<byte @Nullable [], byte[]>(topic, partition, null, key, value, ofAll);
        if (header != null) {
            message.headers().add(new RecordHeader(MessageHeader.RESERVED, header));
        }
        return message;
    }
}
