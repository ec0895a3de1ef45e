package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Position of a subscription in one partition. Read by one consumer at a time: the topic's thread sets the owner, and
 * the reading thread holds the cursor for one batch. So a partition changes its owner between two batches, and no
 * message is read twice or skipped.
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

    /** Returns its position in the log's bytes. Any thread. */
    long position() {
        return position.get();
    }

    /** Returns the offset of the next message. Any thread. */
    long offset() {
        return offset;
    }

    void assign(Signal consumer) {
        owner = consumer;
    }

    /** Wakes the owner. Any thread, after a fence. */
    void wakeOwner() {
        Signal consumer = owner;
        if (consumer != null) {
            consumer.wake();
        }
    }

    /** Returns whether there are unread messages. Called by the topic's thread. */
    boolean hasUnread() {
        return log.endOffset() > offset;
    }

    boolean isOwnedBy(Signal consumer) {
        return owner == consumer;
    }

    /**
     * Passes one batch to the listener, if there is one and the partition is this consumer's.
     *
     * @return number of messages
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
        releaseTo(at, first + count);
        return count;
    }

    /**
     * Releases all messages before one that is in the log. Called by the reading thread; without one, by one thread at
     * a time.
     */
    void releaseTo(long newPosition, long newOffset) {
        offset = newOffset;
        position.setAndFence(newPosition);
    }

    /**
     * Releases all messages before an offset; does nothing if that is behind.
     *
     * @throws DriverException if the offset does not exist yet
     */
    void releaseBefore(long newOffset) {
        long end = log.endOffset();
        if (newOffset > end) {
            throw new DriverException(
                    "offset of partition " + partition + " must be at most " + end + ", got " + newOffset);
        }
        if (newOffset > offset) {
            releaseTo(log.skip(position.get(), newOffset - offset), newOffset);
        }
    }
}
