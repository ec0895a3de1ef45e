package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How far a subscription has read one partition. Read by one consumer at a time: the topic's thread names the owner, and
 * the reading thread holds the cursor for one batch, so that a partition changes hands between two batches and nothing is
 * read twice or skipped.
 */
final class Cursor {
    private static final VarHandle READING;

    static {
        try {
            READING = MethodHandles.lookup().findVarHandle(Cursor.class, "reading", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int partition;
    private final PartitionLog log;
    private final PaddedCounter position = new PaddedCounter();
    private volatile long offset;
    /** Wakes the consumer that may read; each consumer has one of its own. */
    private volatile @Nullable Signal owner;

    @SuppressWarnings("UnusedVariable") // UnusedVariable: used through READING
    private boolean reading;

    Cursor(int partition, PartitionLog log, long position, long offset) {
        this.partition = partition;
        this.log = log;
        this.position.set(position);
        this.offset = offset;
    }

    int partition() {
        return partition;
    }

    PartitionLog log() {
        return log;
    }

    /** Where in the log's bytes it is. Any thread. */
    long position() {
        return position.get();
    }

    /** The offset of the next message. Any thread. */
    long offset() {
        return offset;
    }

    void assign(Signal consumer) {
        owner = consumer;
    }

    /** Any thread, after a fence. */
    void wakeOwner() {
        Signal consumer = owner;
        if (consumer != null) {
            consumer.wake();
        }
    }

    /** Topic's thread. */
    boolean hasUnread() {
        return log.endOffset() > offset;
    }

    boolean isOwnedBy(Signal consumer) {
        return owner == consumer;
    }

    /**
     * Hands the listener one batch, if there is one and the partition is this consumer's.
     *
     * @return how many messages that were
     */
    int read(Signal consumer, ReceiveListener listener, Payloads payloads, int most) {
        if (owner != consumer || !READING.compareAndSet(this, false, true)) {
            return 0;
        }
        try {
            return owner == consumer ? read(listener, payloads, most) : 0;
        } finally {
            READING.setVolatile(this, false);
            if (owner != consumer) {
                // The new owner may have found it held by this one.
                wakeOwner();
            }
        }
    }

    private int read(ReceiveListener listener, Payloads payloads, int most) {
        long first = offset;
        int count = (int) Math.min(most, log.endOffset() - first);
        if (count == 0) {
            return 0;
        }
        listener.batch(count);
        long at = log.read(partition, position.get(), first, count, listener, payloads);
        moveTo(at, first + count);
        return count;
    }

    /** Lets go everything before a message that is in the log. The reading thread; without one, one thread at a time. */
    void moveTo(long newPosition, long newOffset) {
        offset = newOffset;
        position.setAndFence(newPosition);
    }

    /**
     * Lets go everything before an offset; does nothing if that is behind.
     *
     * @throws DriverException if there is nothing yet
     */
    void keepFrom(long newOffset) {
        long end = log.endOffset();
        if (newOffset > end) {
            throw new DriverException(
                    "offset of partition " + partition + " must be at most " + end + ", got " + newOffset);
        }
        if (newOffset > offset) {
            moveTo(log.skip(position.get(), newOffset - offset), newOffset);
        }
    }
}
