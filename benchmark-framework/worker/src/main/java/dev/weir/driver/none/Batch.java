package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.NoneSettings.Setting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one producer for one partition, which the system takes, acknowledges and delivers together. The producer
 * adds messages until the topic takes the batch. From then on, only the topic's thread changes it, to set its offset.
 */
final class Batch {
    /** As many as Kafka's consumer returns from one poll. */
    static final int MAX_MESSAGES = 500;

    private static final int MAX_BYTES = 1 << 16;
    /** What a message takes besides its payload, roughly. */
    private static final int BOOKKEEPING_BYTES = 40;

    final int partition;
    /** What happens to its only message; null: nothing. */
    final @Nullable Setting fault;

    int sent;
    /** Number of messages to deliver. */
    int count;
    /** Size of its messages, with their bookkeeping. */
    long bytes;
    /** Offset of its first message. */
    long offset;

    private byte[][] values = new byte[1][];
    private byte[] @Nullable [] headers = new byte[1][];
    /** Sequence, intended and sent time of each message that was sent. */
    private long[] numbers = new long[3];

    Batch(int partition, @Nullable Setting fault) {
        this.partition = partition;
        this.fault = fault;
    }

    boolean hasRoom() {
        return sent < MAX_MESSAGES && bytes < MAX_BYTES;
    }

    /** Returns whether its first message is one of the benchmark's own probes. */
    boolean isProbe() {
        return numbers[0] < 0;
    }

    /** Returns the offset after its last message. */
    long end() {
        return offset + count;
    }

    /** Adds a message; returns its size. */
    long add(byte[] value, byte @Nullable [] header, long sequence, long intendedNanos, long sentNanos) {
        int copies = fault == Setting.FAIL || fault == Setting.LOSE ? 0 : fault == Setting.DUPLICATE ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 4 * count);
                headers = Arrays.copyOf(headers, 4 * count);
            }
            values[count] = value.clone();
            headers[count++] = header == null ? null : header.clone();
        }
        if (3 * sent == numbers.length) {
            numbers = Arrays.copyOf(numbers, 4 * numbers.length);
        }
        numbers[3 * sent] = sequence;
        numbers[3 * sent + 1] = intendedNanos;
        numbers[3 * sent + 2] = sentNanos;
        sent++;
        long size = BOOKKEEPING_BYTES + value.length + (header == null ? 0L : header.length);
        bytes += size;
        return size;
    }

    /** Reports its messages as acknowledged, or as failed if that is their fault. */
    void resolve(SendListener listener) {
        if (fault == Setting.FAIL || fault == Setting.DELIVER_FAILED) {
            fail(listener, "failed on purpose (" + fault + ")");
        } else {
            listener.acknowledged(partition, numbers, sent);
        }
    }

    void fail(SendListener listener, String why) {
        for (int at = 0; at < 3 * sent; at += 3) {
            listener.failed(partition, numbers[at], numbers[at + 1], numbers[at + 2], new DriverException(why));
        }
    }

    /** Passes messages of successive batches to a listener, from an offset on; returns their number. */
    static int deliver(List<Batch> batches, long from, ReceiveListener listener) {
        int messages = (int) (batches.get(batches.size() - 1).end() - Math.max(from, batches.get(0).offset));
        listener.batch(messages);
        for (Batch batch : batches) {
            for (int i = (int) Math.max(0, from - batch.offset); i < batch.count; i++) {
                listener.received(batch.partition, batch.offset + i, batch.values[i], batch.headers[i]);
            }
        }
        return messages;
    }
}
