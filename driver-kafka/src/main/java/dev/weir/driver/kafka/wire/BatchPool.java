package dev.weir.driver.kafka.wire;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The memory of one producer: as many buffers of one batch each as {@code buffer.memory} allows. Any thread. */
final class BatchPool {
    private final int batchBytes;
    private final BatchBuffer.FixedHeaders headers;
    private final long limitBytes;
    private final ArrayDeque<BatchBuffer> free = new ArrayDeque<>();
    private long usedBytes;
    private @Nullable Throwable closedBecause;
    private volatile boolean waitedFor;
    private volatile long waitedNanos;

    BatchPool(int batchBytes, BatchBuffer.FixedHeaders headers, long limitBytes) {
        this.headers = headers;
        this.batchBytes = batchBytes;
        this.limitBytes = limitBytes;
    }

    /**
     * Returns an empty buffer as soon as there is memory for it.
     *
     * @param leastBytes size that the buffer must have at least; beyond the usual size the buffer is used once
     * @param whenWaiting is called if there is no memory now, after {@link #isWaitedFor} has become true
     * @return null if there was none in time, or the pool was closed
     */
    synchronized @Nullable BatchBuffer take(int leastBytes, long limitNanos, Runnable whenWaiting)
            throws InterruptedException {
        int bytes = Math.max(leastBytes, batchBytes);
        boolean usual = bytes == batchBytes;
        long begin = 0;
        while (closedBecause == null && !(usual && !free.isEmpty()) && usedBytes + bytes > limitBytes) {
            if (begin == 0) {
                begin = System.nanoTime();
                waitedFor = true;
                whenWaiting.run();
            }
            // Buffers of the usual size would keep one of another size waiting for ever.
            if (!usual && !free.isEmpty()) {
                usedBytes -= free.pop().capacity();
                continue;
            }
            long left = limitNanos - (System.nanoTime() - begin);
            if (left <= 0) {
                break;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        if (begin != 0) {
            waitedFor = false;
            waitedNanos += System.nanoTime() - begin;
        }
        if (closedBecause != null) {
            return null;
        }
        if (usual && !free.isEmpty()) {
            return free.pop();
        }
        if (usedBytes + bytes > limitBytes) {
            return null;
        }
        usedBytes += bytes;
        return new BatchBuffer(bytes, headers, usual);
    }

    synchronized void give(BatchBuffer buffer) {
        if (buffer.capacity() == batchBytes) {
            free.push(buffer);
        } else {
            usedBytes -= buffer.capacity();
        }
        notifyAll();
    }

    /** Returns whether a producer waits for memory: then batches are sent before they are full. */
    boolean isWaitedFor() {
        return waitedFor;
    }

    long waitedNanos() {
        return waitedNanos;
    }

    /** Ends all waiting. Only the first cause counts. */
    synchronized void close(Throwable cause) {
        closedBecause = closedBecause == null ? cause : closedBecause;
        notifyAll();
    }

    /** Returns why there is no memory any more; null if there is. */
    synchronized @Nullable Throwable closedBecause() {
        return closedBecause;
    }
}
