package dev.weir.audit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Log of messages that one client thread has seen acknowledged or received, for another thread to collect.
 *
 * <p>Effect: recording costs two plain stores; sorting into sets is done for thousands at a time. Fact relied on: the
 * ring is sorted under a lock, by the writer when it is full, or by the collector when a snapshot is due; entries below
 * {@code appended} were released before it. What breaks if that fails: a message would be reported lost or duplicated.
 * Memory: 16 KiB, and one bit per message between two collections.
 */
public final class SequenceLog {
    private static final VarHandle APPENDED;
    private static final int CAPACITY = 1024;
    private static final int SMALL_CAPACITY = 64;

    static {
        try {
            APPENDED = MethodHandles.lookup().findVarHandle(SequenceLog.class, "appended", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean isOn;

    /** Sequence, then producer and partition: a message is in one cache line. */
    private final long[] ring;

    private final int capacity;

    private long appended;
    private long writersFolded;

    private final Object lock = new Object();
    private long folded;
    private final DeliveryNotes notes;

    private SequenceLog(boolean isOn, boolean isSmall, boolean watchesOrder) {
        this.isOn = isOn;
        this.capacity = isSmall ? SMALL_CAPACITY : CAPACITY;
        this.ring = new long[isOn ? 2 * capacity : 0];
        this.notes = new DeliveryNotes(watchesOrder);
    }

    /**
     * Creates the log of a producer, which has no order to check.
     *
     * @param isSmall whether it is one of thousands: takes 1 KiB, and is sorted after 64 messages
     */
    public static SequenceLog ofAcknowledged(boolean isOn, boolean isSmall) {
        return new SequenceLog(isOn, isSmall, false);
    }

    /**
     * Creates the log of a consumer, which checks the order within each producer and partition.
     *
     * @param isSmall whether it is one of thousands
     */
    public static SequenceLog ofReceived(boolean isOn, boolean isSmall) {
        return new SequenceLog(isOn, isSmall, true);
    }

    /**
     * Records a message, unless the log is off. Always the same thread.
     *
     * @param sequence at least 0
     * @param partition where it was received from, -1 if unknown; ignored where the order is not checked
     */
    public void append(int producer, long sequence, int partition) {
        if (!isOn) {
            return;
        }
        long position = appended;
        if (position - writersFolded == capacity) {
            writersFolded = fold();
        }
        int slot = 2 * ((int) position & (capacity - 1));
        ring[slot] = sequence;
        ring[slot + 1] = ((long) producer << 32) | (partition & 0xffffffffL);
        APPENDED.setRelease(this, position + 1);
    }

    /** Returns what was recorded since the previous call. Any thread. */
    public AuditNotes collect() {
        synchronized (lock) {
            fold();
            return notes.take();
        }
    }

    private long fold() {
        synchronized (lock) {
            long end = (long) APPENDED.getAcquire(this);
            long lane = -1;
            long from = 0;
            long next = 0;
            for (long position = folded; position < end; position++) {
                int slot = 2 * ((int) position & (capacity - 1));
                long sequence = ring[slot];
                if (ring[slot + 1] != lane || sequence != next) {
                    addRun(lane, from, next);
                    lane = ring[slot + 1];
                    from = sequence;
                }
                next = sequence + 1;
            }
            addRun(lane, from, next);
            folded = end;
            return end;
        }
    }

    private void addRun(long lane, long from, long end) {
        if (from < end) {
            notes.addRun((int) (lane >>> 32), from, end, (int) lane);
        }
    }
}
