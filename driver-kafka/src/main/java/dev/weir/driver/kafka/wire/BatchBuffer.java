package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.MessageHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * One record batch in the layout of Kafka's message format 2, and the three numbers that the listener gets for each message.
 * Used again and again. One thread at a time.
 *
 * @see <a href="https://kafka.apache.org/documentation/#recordbatch">Kafka's documentation of the format</a>
 */
final class BatchBuffer {
    /** Numbers of each message: sequence, intended and actual send time. */
    static final int NUMBERS = 3;

    static final byte[] HEADER_KEY = MessageHeader.RESERVED.getBytes(StandardCharsets.UTF_8);
    static final int MAX_VARINT_BYTES = 5;
    /** Largest size of attributes, time, numbers of the message and its headers, and lengths of key and value. */
    private static final int MAX_FIELD_BYTES = 2 + 4 * MAX_VARINT_BYTES;

    private static final int HEADER_BYTES = 1 + HEADER_KEY.length + MAX_VARINT_BYTES;

    private final ByteBuffer records;
    private final FixedHeaders headers;
    private long[] numbers = new long[8 * NUMBERS];
    private int count;
    /** Time at which the batch was begun. Brokers store it with all messages of the batch. */
    private long openedMillis;

    private long openedNanos;
    private boolean isSent;
    private long waitedNanos;

    private long producerId;
    private short producerEpoch;
    private int firstSequence = RecordBatch.NO_SEQUENCE;
    private @Nullable MemoryRecords encoded;

    /** @param isKept whether it is used again and again; memory outside the heap is too dear for a single use */
    BatchBuffer(int bytes, FixedHeaders headers, boolean isKept) {
        this.headers = headers;
        this.records = isKept ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
        clear();
    }

    /** Returns the largest number of bytes that a message takes in a batch of its own. */
    static int mostBytes(byte @Nullable [] key, byte[] value, byte @Nullable [] header, FixedHeaders headers) {
        return Math.addExact(DefaultRecordBatch.RECORD_BATCH_OVERHEAD, mostRecordBytes(key, value, header, headers));
    }

    private static int mostRecordBytes(
            byte @Nullable [] key, byte[] value, byte @Nullable [] header, FixedHeaders headers) {
        return Math.addExact(
                value.length,
                MAX_VARINT_BYTES
                        + MAX_FIELD_BYTES
                        + headers.bytes()
                        + (key == null ? 0 : key.length)
                        + (header == null ? 0 : HEADER_BYTES + header.length));
    }

    private void clear() {
        records.clear();
        records.position(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
        count = 0;
        isSent = false;
        firstSequence = RecordBatch.NO_SEQUENCE;
        encoded = null;
    }

    void open(long nowNanos) {
        clear();
        openedMillis = System.currentTimeMillis();
        openedNanos = nowNanos;
    }

    /** Adds a message. Returns false if there is no room for it. */
    boolean append(
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        if (records.remaining() < mostRecordBytes(key, value, header, headers)) {
            return false;
        }
        int index = count;
        if (index * NUMBERS == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numbers.length);
        }
        numbers[index * NUMBERS] = sequence;
        numbers[index * NUMBERS + 1] = intendedNanos;
        numbers[index * NUMBERS + 2] = sentNanos;
        encode(records, index, key, value, header);
        count = index + 1;
        return true;
    }

    private void encode(ByteBuffer to, int offsetDelta, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        int headerCount = headers.count() + (header == null ? 0 : 1);
        int length = 2
                + ByteUtils.sizeOfVarint(offsetDelta)
                + sizeOf(key)
                + sizeOf(value)
                + ByteUtils.sizeOfVarint(headerCount)
                + headers.bytes()
                + (header == null ? 0 : sizeOf(HEADER_KEY) + sizeOf(header));
        ByteUtils.writeVarint(length, to);
        // No attributes, and the batch's own time.
        to.put((byte) 0);
        to.put((byte) 0);
        ByteUtils.writeVarint(offsetDelta, to);
        put(to, key);
        put(to, value);
        ByteUtils.writeVarint(headerCount, to);
        if (headers.count() > 0) {
            headers.putTo(to);
        }
        if (header != null) {
            put(to, HEADER_KEY);
            put(to, header);
        }
    }

    private static int sizeOf(byte @Nullable [] field) {
        return field == null ? 1 : ByteUtils.sizeOfVarint(field.length) + field.length;
    }

    static void put(ByteBuffer to, byte @Nullable [] field) {
        if (field == null) {
            ByteUtils.writeVarint(-1, to);
        } else {
            ByteUtils.writeVarint(field.length, to);
            to.put(field);
        }
    }

    /**
     * Gives the batch the numbers by which a broker recognises a batch that it has stored already.
     *
     * @param first sequence number of its first message
     */
    void identify(long id, short epoch, int first) {
        producerId = id;
        producerEpoch = epoch;
        firstSequence = first;
        encoded = null;
    }

    /** Returns the batch with its checksum, compressed. It is computed once for each {@link #identify}. */
    MemoryRecords encoded(Compression compression) {
        MemoryRecords ready = encoded;
        if (ready == null) {
            ready = MemoryRecords.readableRecords(
                    compression.type() == CompressionType.NONE ? plain() : compressed(compression));
            encoded = ready;
        }
        return ready;
    }

    private ByteBuffer plain() {
        ByteBuffer batch = records.duplicate();
        batch.flip();
        writeHeader(batch, CompressionType.NONE);
        return batch;
    }

    private ByteBuffer compressed(Compression compression) {
        var out = new ByteBufferOutputStream(records.position());
        out.position(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
        byte[] bytes = new byte[records.position() - DefaultRecordBatch.RECORD_BATCH_OVERHEAD];
        records.get(DefaultRecordBatch.RECORD_BATCH_OVERHEAD, bytes);
        try (var stream = compression.wrapForOutput(out, RecordBatch.MAGIC_VALUE_V2)) {
            stream.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("a batch cannot be compressed", e);
        }
        ByteBuffer batch = out.buffer();
        batch.flip();
        writeHeader(batch, compression.type());
        return batch;
    }

    private void writeHeader(ByteBuffer batch, CompressionType compression) {
        int size = batch.remaining();
        DefaultRecordBatch.writeHeader(
                batch,
                0,
                count - 1,
                size,
                RecordBatch.MAGIC_VALUE_V2,
                compression,
                TimestampType.CREATE_TIME,
                openedMillis,
                openedMillis,
                firstSequence == RecordBatch.NO_SEQUENCE ? RecordBatch.NO_PRODUCER_ID : producerId,
                firstSequence == RecordBatch.NO_SEQUENCE ? RecordBatch.NO_PRODUCER_EPOCH : producerEpoch,
                firstSequence,
                false,
                false,
                false,
                RecordBatch.NO_PARTITION_LEADER_EPOCH,
                count);
        batch.position(0);
    }

    int count() {
        return count;
    }

    int bytes() {
        return records.position();
    }

    int capacity() {
        return records.capacity();
    }

    long openedNanos() {
        return openedNanos;
    }

    /** Returns the numbers of its messages, {@link #NUMBERS} each. They are valid until {@link #open}. */
    long[] numbers() {
        return numbers;
    }

    boolean hasIdentity() {
        return firstSequence != RecordBatch.NO_SEQUENCE;
    }

    /** Notes that the batch is sent. Only the first time counts. */
    void sent(long nowNanos) {
        if (!isSent) {
            isSent = true;
            waitedNanos = nowNanos - openedNanos;
        }
    }

    /** Returns the time from {@link #open} until the batch was sent for the first time. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** Headers that each message of a producer has, laid out once. Immutable; any thread. */
    static final class FixedHeaders {
        private final int count;
        private final byte[] encoded;

        FixedHeaders(List<MessageHeader> headers) {
            count = headers.size();
            ByteBuffer buffer = ByteBuffer.allocate(headers.stream()
                    .mapToInt(header -> header.bytes() + 2 * MAX_VARINT_BYTES)
                    .sum());
            for (MessageHeader header : headers) {
                put(buffer, header.name().getBytes(StandardCharsets.UTF_8));
                put(buffer, header.value());
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
}
