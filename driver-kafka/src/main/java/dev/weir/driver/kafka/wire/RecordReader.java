package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.ReceiveListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads the record batches of a fetch response and hands their messages to a listener, in arrays that it uses again. One
 * thread.
 *
 * @see <a href="https://kafka.apache.org/documentation/#recordbatch">Kafka's documentation of the format</a>
 */
final class RecordReader {
    // Where fields are in a batch.
    private static final int LENGTH = 8;
    private static final int UP_TO_LENGTH = 12;
    private static final int MAGIC = 16;
    private static final int ATTRIBUTES = 21;
    private static final int LAST_OFFSET_DELTA = 23;
    private static final int COUNT = 57;

    private static final int COMPRESSION = 0x07;
    private static final int CONTROL = 0x20;

    private final boolean checksCrc;
    private final BufferSupplier decompression = BufferSupplier.create();
    private byte[] value = {};
    private byte[] header = {};

    RecordReader(boolean checksCrc) {
        this.checksCrc = checksCrc;
    }

    /** Returns the offset after the last whole batch; {@code from} if there is none. */
    static long nextOffset(ByteBuffer batches, long from) {
        long next = from;
        for (int at = batches.position(); isWhole(batches, at); at += size(batches, at)) {
            next = batches.getLong(at) + batches.getInt(at + LAST_OFFSET_DELTA) + 1;
        }
        return next;
    }

    /** Returns how many messages {@link #deliver} will hand over. */
    int count(ByteBuffer batches, long from) {
        int count = 0;
        for (int at = batches.position(); isWhole(batches, at); at += size(batches, at)) {
            if (!isControl(batches, at)) {
                count += batches.getLong(at) < from
                        ? readSafely(batches, at, from, -1, null)
                        : batches.getInt(at + COUNT);
            }
        }
        return count;
    }

    /**
     * Hands over all messages of whole batches, up to the first batch whose checksum is wrong.
     *
     * @param from first offset that was asked for; a batch can begin before it
     * @return where that batch begins; the buffer's limit if there is none
     * @throws KafkaException if a batch cannot be read, or is older than message format 2
     */
    int deliver(ByteBuffer batches, long from, int partition, ReceiveListener to) {
        for (int at = batches.position(); isWhole(batches, at); at += size(batches, at)) {
            if (checksCrc && !batch(batches, at).isValid()) {
                return at;
            }
            if (!isControl(batches, at)) {
                readSafely(batches, at, from, partition, to);
            }
        }
        return batches.limit();
    }

    /** Returns the first offset of the batch after the one at a position; empty if it is not in the buffer. */
    static OptionalLong offsetAfter(ByteBuffer batches, int at) {
        int next = at + size(batches, at);
        return batches.limit() - next >= Long.BYTES ? OptionalLong.of(batches.getLong(next)) : OptionalLong.empty();
    }

    private static boolean isWhole(ByteBuffer batches, int at) {
        int left = batches.limit() - at;
        if (left <= MAGIC) {
            return false;
        }
        if (batches.get(at + MAGIC) != RecordBatch.MAGIC_VALUE_V2) {
            throw new KafkaException("a batch has message format " + batches.get(at + MAGIC)
                    + "; client: wire reads only 2. Use client: kafka, or write the topic again");
        }
        return left >= size(batches, at) && size(batches, at) >= DefaultRecordBatch.RECORD_BATCH_OVERHEAD;
    }

    private static int size(ByteBuffer batches, int at) {
        return batches.getInt(at + LENGTH) + UP_TO_LENGTH;
    }

    private static boolean isControl(ByteBuffer batches, int at) {
        return (batches.getShort(at + ATTRIBUTES) & CONTROL) != 0;
    }

    private static DefaultRecordBatch batch(ByteBuffer batches, int at) {
        ByteBuffer one =
                batches.duplicate().position(at).limit(at + size(batches, at)).slice();
        return (DefaultRecordBatch)
                MemoryRecords.readableRecords(one).batches().iterator().next();
    }

    /** Reads a batch that may be damaged, because checksums are not checked, or not yet. */
    private int readSafely(ByteBuffer batches, int at, long from, int partition, @Nullable ReceiveListener to) {
        try {
            return read(batches, at, from, partition, to);
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | NegativeArraySizeException
                | UncheckedIOException e) {
            throw new KafkaException(
                    "the batch at offset " + batches.getLong(at) + " is damaged and cannot be read"
                            + (checksCrc ? "" : "; check.crcs=true finds damaged batches before they are read"),
                    e);
        }
    }

    /** Reads the messages of one batch from an offset on. Returns their number. */
    private int read(ByteBuffer batches, int at, long from, int partition, @Nullable ReceiveListener to) {
        boolean plain = (batches.getShort(at + ATTRIBUTES) & COMPRESSION) == 0;
        ByteBuffer records = plain
                ? batches.duplicate().position(at + DefaultRecordBatch.RECORD_BATCH_OVERHEAD)
                : decompressed(batches, at);
        int count = batches.getInt(at + COUNT);
        if (count < 0) {
            throw new BufferUnderflowException();
        }
        long base = batches.getLong(at);
        int read = 0;
        for (int i = 0; i < count; i++) {
            int length = length(records, ByteUtils.readVarint(records));
            int end = records.position() + length;
            if (length <= 0) {
                // A damaged length would make it read the same bytes again, as often as a damaged count says.
                throw new BufferUnderflowException();
            }
            records.get();
            ByteUtils.readVarlong(records);
            long offset = base + ByteUtils.readVarint(records);
            if (offset >= from) {
                if (to != null) {
                    handOver(records, offset, partition, to);
                }
                read++;
            }
            records.position(end);
        }
        return read;
    }

    private void handOver(ByteBuffer records, long offset, int partition, ReceiveListener to) {
        int keyLength = ByteUtils.readVarint(records);
        if (keyLength > 0) {
            records.position(records.position() + keyLength);
        }
        // Kafka has messages without a payload: their length is -1.
        int length = length(records, Math.max(0, ByteUtils.readVarint(records)));
        if (value.length != length) {
            value = new byte[length];
        }
        records.get(value);
        to.received(partition, offset, value, header(records));
    }

    private byte @Nullable [] header(ByteBuffer records) {
        byte[] found = null;
        for (int left = ByteUtils.readVarint(records); left > 0; left--) {
            int keyLength = length(records, ByteUtils.readVarint(records));
            if (keyLength < 0) {
                throw new BufferUnderflowException();
            }
            int keyAt = records.position();
            records.position(keyAt + keyLength);
            int length = length(records, ByteUtils.readVarint(records));
            if (isStamp(records, keyAt, keyLength) && length >= 0) {
                if (header.length != length) {
                    header = new byte[length];
                }
                records.get(header);
                found = header;
            } else {
                records.position(records.position() + Math.max(0, length));
            }
        }
        return found;
    }

    private static boolean isStamp(ByteBuffer records, int at, int length) {
        boolean isStamp = length == BatchBuffer.HEADER_KEY.length;
        for (int i = 0; isStamp && i < length; i++) {
            isStamp = records.get(at + i) == BatchBuffer.HEADER_KEY[i];
        }
        return isStamp;
    }

    /** Checks a length, before memory is taken for it. */
    private static int length(ByteBuffer records, int length) {
        if (length > records.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }

    private ByteBuffer decompressed(ByteBuffer batches, int at) {
        try (InputStream stream = batch(batches, at).recordInputStream(decompression)) {
            return ByteBuffer.wrap(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a batch cannot be decompressed", e);
        }
    }

    void close() {
        decompression.close();
    }
}
