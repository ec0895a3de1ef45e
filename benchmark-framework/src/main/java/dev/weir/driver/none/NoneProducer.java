package dev.weir.driver.none;

import dev.weir.driver.client.Producer;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts messages into its topic's queue. If the client chooses the partition, the same key always goes to the same one,
 * and messages without a key stay with a partition for {@value #STICK} messages, as Kafka's client does for a batch.
 */
final class NoneProducer implements Producer {
    private static final int STICK = 64;
    private static final long CLOSE_NANOS = 10_000_000_000L;

    private final SendQueue queue;
    private final SendListener listener;
    private final int partitions;
    private final long stallAt;
    private final long stallNanos;
    private int unkeyed;

    NoneProducer(Topic topic, SendListener listener, Faults faults) {
        this.queue = topic.openQueue(listener, faults);
        this.listener = listener;
        this.partitions = topic.partitions();
        this.stallAt =
                faults.stall().atMessage() < 0 ? Long.MIN_VALUE : faults.stall().atMessage();
        this.stallNanos = faults.stall().millis() * 1_000_000;
    }

    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        if (sequence == stallAt) {
            queue.stall(stallNanos);
        }
        int to = partition(partition, key);
        String refused = refused(to, value, header);
        if (refused == null && !queue.offer(to, value, header, sequence, intendedNanos, sentNanos)) {
            refused = "not sent: the producer is closed, or its thread interrupted";
        }
        if (refused != null) {
            listener.failed(to, sequence, intendedNanos, sentNanos, new DriverException(refused));
        }
    }

    /** Returns the partition of a message: the caller's or, if that is -1, one of its own choice. */
    int partition(int wanted, byte @Nullable [] key) {
        if (wanted >= 0) {
            return wanted;
        }
        if (key != null) {
            return Math.floorMod(Arrays.hashCode(key), partitions);
        }
        return (unkeyed++ & Integer.MAX_VALUE) / STICK % partitions;
    }

    /** Returns why a message is refused; null if it is not. */
    @Nullable
    String refused(int partition, byte[] value, byte @Nullable [] header) {
        if (partition >= partitions) {
            return "partition must be in [0, " + partitions + "), got " + partition;
        }
        long bytes = (long) value.length + (header == null ? 0 : header.length);
        if (bytes > RecordRing.MAX_BYTES) {
            return "value and header must be at most " + RecordRing.MAX_BYTES + " bytes, got " + bytes;
        }
        return null;
    }

    @Override
    public long blockedNanos() {
        return queue.blockedNanos();
    }

    @Override
    public void close() {
        queue.close(CLOSE_NANOS);
    }
}
