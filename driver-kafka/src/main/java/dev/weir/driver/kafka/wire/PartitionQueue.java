package dev.weir.driver.kafka.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * The batches for one partition, in their order: the batch that is being filled, batches that wait, batches in flight,
 * batches to be sent again. The producer's thread fills batches; everything else is for the thread that sends.
 *
 * <p>After a failure nothing new is sent until all that was in flight is answered. Then the failed batches are sent again one
 * by one. So the order is kept, and a broker never sees a number before the one that precedes it.
 */
final class PartitionQueue {
    private final int partition;
    private final long lingerNanos;
    private final int mostInFlight;

    // Guarded by this.
    private boolean closed;
    private @Nullable BatchBuffer open;
    private final Deque<BatchBuffer> full = new ArrayDeque<>();

    // Of the sending thread.
    private final Deque<BatchBuffer> inFlight = new ArrayDeque<>();
    private final List<BatchBuffer> again = new ArrayList<>();
    private ProducerIdentity identity = ProducerIdentity.NONE;
    private int nextSequence;
    /** Cause for which a batch of this identity was given up; null if none was. The cluster refuses later batches. */
    private @Nullable Throwable gapCause;

    private long notBeforeNanos = Long.MIN_VALUE;

    PartitionQueue(int partition, long lingerNanos, int mostInFlight) {
        this.partition = partition;
        this.lingerNanos = lingerNanos;
        this.mostInFlight = mostInFlight;
    }

    int partition() {
        return partition;
    }

    /**
     * Adds a message to the batch that is being filled. Returns false if there is no such batch, or no room in it: then the
     * batch waits to be sent.
     */
    synchronized boolean append(
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        BatchBuffer batch = open;
        if (batch == null) {
            return false;
        }
        if (batch.append(key, value, header, sequence, intendedNanos, sentNanos)) {
            return true;
        }
        full.add(batch);
        open = null;
        return false;
    }

    /** Begins a batch, after {@link #append} was false. Returns false if the queue is closed. */
    synchronized boolean begin(BatchBuffer batch) {
        if (closed) {
            return false;
        }
        open = batch;
        return true;
    }

    synchronized void close() {
        closed = true;
    }

    /** Returns whether nothing waits, is in flight or is to be sent again. */
    synchronized boolean isIdle() {
        return open == null && full.isEmpty() && inFlight.isEmpty() && again.isEmpty();
    }

    /**
     * Returns the next batch to send; null if none is due.
     *
     * @param flush whether batches are sent that could still be filled
     * @param current identity of new batches
     */
    @Nullable
    BatchBuffer next(long nowNanos, boolean flush, ProducerIdentity current) {
        if (!again.isEmpty()) {
            return inFlight.isEmpty() && nowNanos >= notBeforeNanos ? again.get(0) : null;
        }
        if (isHeldUp(current)) {
            return null;
        }
        synchronized (this) {
            BatchBuffer first = full.peek();
            if (first == null && open != null && (flush || nowNanos - open.openedNanos() >= lingerNanos)) {
                first = open;
                full.add(open);
                open = null;
            }
            return first;
        }
    }

    /** Returns whether batches in flight must be answered before a new one goes out. */
    private boolean isHeldUp(ProducerIdentity current) {
        return inFlight.size() >= mostInFlight || (!identity.equals(current) && !inFlight.isEmpty());
    }

    void sends(BatchBuffer batch, ProducerIdentity current, long nowNanos) {
        if (again.isEmpty()) {
            synchronized (this) {
                full.remove();
            }
        } else {
            again.remove(0);
        }
        if (!current.equals(ProducerIdentity.NONE) && !batch.hasIdentity()) {
            if (!identity.equals(current)) {
                identity = current;
                nextSequence = 0;
                gapCause = null;
            }
            batch.identify(identity.id(), identity.epoch(), nextSequence);
            nextSequence = DefaultRecordBatch.incrementSequence(nextSequence, batch.count());
        }
        batch.sent(nowNanos);
        inFlight.add(batch);
    }

    ProducerIdentity identity() {
        return identity;
    }

    /** Notes that sequence numbers are missing, because a batch was given up. Only the first cause counts. */
    void hasGap(Throwable cause) {
        gapCause = gapCause == null ? cause : gapCause;
    }

    /** Returns why sequence numbers of this identity are missing; null if none are. */
    @Nullable
    Throwable gapCause() {
        return gapCause;
    }

    /** Notes that a batch was acknowledged or given up. */
    void resolved(BatchBuffer batch) {
        inFlight.remove(batch);
    }

    /** Notes that a batch failed with an error that may pass. */
    void failed(BatchBuffer batch, long notBefore) {
        inFlight.remove(batch);
        again.add(batch);
        again.sort(Comparator.comparingLong(BatchBuffer::openedNanos));
        notBeforeNanos = notBefore;
    }

    /** Returns whether a batch is the oldest that was sent and is not resolved. */
    boolean isOldest(BatchBuffer batch) {
        return inFlight.peek() == batch
                && (again.isEmpty() || batch.openedNanos() - again.get(0).openedNanos() < 0);
    }

    List<BatchBuffer> takeAgain() {
        List<BatchBuffer> all = List.copyOf(again);
        again.clear();
        return all;
    }

    /** Takes out the batches that are not in flight and were opened before this time. */
    List<BatchBuffer> takeOpenedBefore(long nanos) {
        List<BatchBuffer> old = new ArrayList<>();
        again.removeIf(batch -> batch.openedNanos() - nanos < 0 && old.add(batch));
        synchronized (this) {
            full.removeIf(batch -> batch.openedNanos() - nanos < 0 && old.add(batch));
            if (open != null && open.openedNanos() - nanos < 0) {
                old.add(open);
                open = null;
            }
        }
        return old;
    }

    /** Takes out the batches in flight, when no answer can come any more. */
    List<BatchBuffer> takeInFlight() {
        List<BatchBuffer> all = List.copyOf(inFlight);
        inFlight.clear();
        return all;
    }

    /** Returns the nanoseconds until a batch is due; the largest number if an answer must come first. */
    long nanosUntilDue(long nowNanos, ProducerIdentity current) {
        if (!again.isEmpty()) {
            return inFlight.isEmpty() ? notBeforeNanos - nowNanos : Long.MAX_VALUE;
        }
        if (isHeldUp(current)) {
            return Long.MAX_VALUE;
        }
        synchronized (this) {
            if (!full.isEmpty()) {
                return 0;
            }
            return open == null ? Long.MAX_VALUE : lingerNanos - (nowNanos - open.openedNanos());
        }
    }
}
