package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.MessageHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

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
            BatchBuffer.put(buffer, header.name().getBytes(StandardCharsets.UTF_8));
            BatchBuffer.put(buffer, header.value());
        }
        encoded = Arrays.copyOf(buffer.array(), buffer.position());
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
