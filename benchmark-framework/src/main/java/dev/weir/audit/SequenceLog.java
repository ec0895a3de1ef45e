package dev.weir.audit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where one client thread notes the messages it has seen acknowledged, or received, for another thread to collect.
 *
 * <p>Effect: noting costs two plain stores; the work of sorting into sets is done for thousands at a time. Fact relied
 * on: the ring is folded under a lock, by whoever comes first: the writer when it is full, the collector when a snapshot
 * is due; entries below {@code appended} were released before it. What breaks if that fails: a message would be reported
 * lost or duplicated. Memory: 32 KiB, and one bit per message between two collections.
 */
public final class SequenceLog {
    private static final VarHandle APPENDED;
    private static final int CAPACITY = 2048;

    static {
        try {
            APPENDED = MethodHandles.lookup().findVarHandle(SequenceLog.class, "appended", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] sequences = new long[CAPACITY];
    private final int[] producers = new int[CAPACITY];
    private final int[] partitions = new int[CAPACITY];
    private long appended;
    private long writersFolded;

    private final Object lock = new Object();
    private long folded;
    private DeliveryNotes notes;

    /**
     * An empty one.
     *
     * @param partitions of the topic, for the order within each; 0 where there is no order to watch
     */
    public SequenceLog(int partitions) {
        notes = new DeliveryNotes(partitions);
    }

    /**
     * Notes a message. Always the same thread.
     *
     * @param sequence at least 0
     * @param partition where it was received from; not looked at where no order is watched
     */
    public void append(int producer, long sequence, int partition) {
        long position = appended;
        if (position - writersFolded == CAPACITY) {
            writersFolded = fold();
        }
        int slot = (int) position & (CAPACITY - 1);
        sequences[slot] = sequence;
        producers[slot] = producer;
        partitions[slot] = partition;
        APPENDED.setRelease(this, position + 1);
    }

    /** Takes what was noted since the last call. Any thread. */
    public AuditNotes collect() {
        synchronized (lock) {
            fold();
            return notes.take();
        }
    }

    private long fold() {
        synchronized (lock) {
            long end = (long) APPENDED.getAcquire(this);
            for (long position = folded; position < end; position++) {
                int slot = (int) position & (CAPACITY - 1);
                notes.add(producers[slot], sequences[slot], partitions[slot]);
            }
            folded = end;
            return end;
        }
    }
}
