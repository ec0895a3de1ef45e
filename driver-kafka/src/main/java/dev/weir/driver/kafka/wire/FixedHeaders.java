package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.MessageHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.utils.ByteUtils;

/** Headers that each message of a producer has, laid out once. Immutable; any thread. */
final class FixedHeaders {
    private final int count;
    private final byte[] encoded;

    FixedHeaders(List<MessageHeader> headers) {
        count = headers.size();
        ByteBuffer buffer = ByteBuffer.allocate(headers.stream()
                .mapToInt(header -> header.bytes() + 2 * BatchBuffer.MAX_VARINT_BYTES)
                .sum());
        for (MessageHeader header : headers) {
            put(header.name().getBytes(StandardCharsets.UTF_8), buffer);
            put(header.value(), buffer);
        }
        buffer.flip();
        encoded = new byte[buffer.remaining()];
        buffer.get(encoded);
    }

    private static void put(byte[] field, ByteBuffer to) {
        ByteUtils.writeVarint(field.length, to);
        to.put(field);
    }

    int count() {
        return count;
    }

    int bytes() {
        return encoded.length;
    }

    void putTo(ByteBuffer records) {
        records.put(encoded);
    }
}
