package dev.weir.workload.message;

import dev.weir.driver.client.MessageHeader;
import java.util.List;

/** Messages of a workload. Their headers are without the stamp. */
public record MessageSpec(
        KeySpec keys, PayloadSpec payload, PartitionWeights partitionWeights, List<MessageHeader> headers) {
    public MessageSpec {
        headers = List.copyOf(headers);
    }

    public MessageSpec(KeySpec keys, PayloadSpec payload, PartitionWeights partitionWeights) {
        this(keys, payload, partitionWeights, List.of());
    }

    /** Creates messages without keys, in partitions that the client chooses. */
    public static MessageSpec of(PayloadSpec payload) {
        return new MessageSpec(KeySpec.NONE, payload, PartitionWeights.NONE);
    }

    /** Returns the bytes of the headers of each message: names and values, without the stamp. */
    public int headerBytes() {
        return headers.stream().mapToInt(MessageHeader::bytes).sum();
    }

    /** Returns the mean bytes of a message: payload and headers, as throughput counts them. */
    public int meanBytes() {
        return payload.messageSize() + headerBytes();
    }

    /** Returns the mean bytes that the system gets with a message: also those of a stamp that travels as a header. */
    public int meanStoredBytes() {
        return meanBytes() + (payload.stampsSomeInHeader() ? PayloadSpec.STAMP_HEADER_BYTES : 0);
    }
}
