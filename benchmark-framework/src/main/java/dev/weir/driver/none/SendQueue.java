package dev.weir.driver.none;

import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way from one producer to its topic. The queue begins with {@value #FIRST_BYTES} bytes (or four
 * times the largest message, if that is more). A full queue doubles up to {@value #MAX_BYTES} bytes, as long as all
 * queues together have grown by at most an eighth of the heap; then the sender waits.
 *
 * <p>Closing: the sender publishes with a compare-and-set, and the topic's thread seals the queue with one, which only
 * succeeds when everything in it has been taken out. So each message is either taken and resolved by the topic's
 * thread, or refused to the sender.
 */
final class SendQueue {
    /** Number of messages that the topic takes before it continues with the next queue. */
    static final int BATCH = 512;

    private static final int FIRST_BYTES = 1 << 14;
    private static final int MAX_BYTES = 1 << 22;

    /** Thousands of producers have small queues, a few have large ones. */
    private static final long MAX_GROWN_BYTES = Runtime.getRuntime().maxMemory() / 8;

    private static final AtomicLong GROWN_BYTES = new AtomicLong();
    private static final long SEALED = -1;
    private static final long MAX_PARK_NANOS = 100_000_000;

    private final SendListener listener;
    private final Faults faults;
    private final Signal topicThread;
    private final Signal sender = new Signal();
    private final RecordRing records = new RecordRing(FIRST_BYTES);
    /** End of the published records, or {@link #SEALED}. */
    private final PaddedCounter tail = new PaddedCounter();
    /** End of what the topic has taken. */
    private final PaddedCounter head = new PaddedCounter();
    /** The sender's copy of {@link #tail}. */
    private long published;
    /** Used by the sender. */
    private long blockedNanos;
    /** This queue's part of {@link #GROWN_BYTES}. */
    private final AtomicLong grownBytes = new AtomicLong();

    private final CountDownLatch sealed = new CountDownLatch(1);
    private volatile boolean senderWaits;
    private volatile boolean closing;
    private volatile boolean givingUp;

    SendQueue(SendListener listener, Faults faults, Signal topicThread) {
        this.listener = listener;
        this.faults = faults;
        this.topicThread = topicThread;
    }

    /**
     * Puts a message in. Returns false, without an effect, if the queue is closed or the wait interrupted. Called by
     * the sender.
     */
    boolean offer(
            int partition, byte[] value, byte @Nullable [] header, long sequence, long intendedNanos, long sentNanos) {
        int size = RecordRing.size(value.length, header == null ? 0 : header.length);
        int index = records.claim(size);
        if (index == RecordRing.FULL) {
            index = claimWhenThereIsRoom(size);
            if (index == RecordRing.FULL) {
                return false;
            }
        }
        records.write(index, size, partition, value, header, sequence, intendedNanos, sentNanos);
        records.keep(size);
        long end = records.end();
        if (!tail.compareAndSet(published, end)) {
            return false;
        }
        published = end;
        topicThread.wake();
        return true;
    }

    private int claimWhenThereIsRoom(int size) {
        senderWaits = true;
        long begin = System.nanoTime();
        try {
            for (int rounds = 0; !closing && !Thread.currentThread().isInterrupted(); ) {
                records.slowestReaderAt(head.get());
                int index = records.claim(size);
                if (index == RecordRing.FULL && mayGrow()) {
                    records.grow();
                    index = records.claim(size);
                }
                if (index != RecordRing.FULL) {
                    sender.found();
                    return index;
                }
                rounds = sender.await(rounds, MAX_PARK_NANOS);
            }
            return RecordRing.FULL;
        } finally {
            blockedNanos += System.nanoTime() - begin;
            senderWaits = false;
        }
    }

    private boolean mayGrow() {
        int more = records.length();
        if (2 * more > MAX_BYTES || GROWN_BYTES.get() + more > MAX_GROWN_BYTES) {
            return false;
        }
        // Several at a time may pass the limit by a little.
        GROWN_BYTES.addAndGet(more);
        grownBytes.addAndGet(more);
        return true;
    }

    /** Blocks for this long, or until the queue is closed. Called by the sender. */
    void stall(long nanos) {
        senderWaits = true;
        long begin = System.nanoTime();
        long end = begin + nanos;
        for (long left = nanos; left > 0 && !closing; left = end - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            LockSupport.parkNanos(this, Math.min(left, MAX_PARK_NANOS));
        }
        blockedNanos += System.nanoTime() - begin;
        senderWaits = false;
    }

    /** Returns how long the sender has waited here so far. Called by the sender. */
    long blockedNanos() {
        return blockedNanos;
    }

    /**
     * Takes messages out as long as there are some, the logs have room and the capacity admits them. Called by the
     * topic.
     */
    int drain(PartitionLog[] logs, Capacity capacity) {
        long to = tail.get();
        long at = head.get();
        if (at >= to) {
            return 0;
        }
        int admitted = capacity.limited() ? capacity.admits(BATCH, System.nanoTime()) : BATCH;
        boolean faulty = faults.any();
        byte[] bytes = records.bytes();
        int mask = bytes.length - 1;
        int count = 0;
        int charged = 0;
        while (at < to && count < BATCH) {
            int index = (int) at & mask;
            int size = RecordRing.sizeOf(bytes, index);
            if (size < 0) {
                at -= size;
                continue;
            }
            PartitionLog log = logs[RecordRing.partitionOf(bytes, index)];
            long sequence = RecordRing.sequenceOf(bytes, index);
            if (sequence >= 0 && charged == admitted) {
                break;
            }
            if (faulty) {
                if (!take(log, bytes, index, size, faults.of(sequence))) {
                    break;
                }
            } else if (log.append(bytes, index, size)) {
                acknowledge(bytes, index);
            } else {
                break;
            }
            at += size;
            count++;
            if (sequence >= 0) {
                charged++;
            }
        }
        if (capacity.limited()) {
            capacity.admitted(charged);
        }
        head.setAndFence(at);
        // If a sender continued at each small room, it would park and be woken for each batch.
        if (to - at <= bytes.length >> 1) {
            sender.wake();
        }
        return count;
    }

    private boolean take(PartitionLog log, byte[] bytes, int index, int size, Faults.Kind fault) {
        boolean taken = switch (fault) {
            case FAIL, LOSE -> true;
            case DELIVER_FAILED, NONE -> log.append(bytes, index, size);
            case DUPLICATE -> log.appendTwice(bytes, index, size);
            case REORDER -> log.appendBehindNext(bytes, index, size, System.nanoTime());
        };
        if (!taken) {
            return false;
        }
        if (fault == Faults.Kind.FAIL || fault == Faults.Kind.DELIVER_FAILED) {
            fail(bytes, index, "failed on purpose (" + fault + ")");
        } else {
            acknowledge(bytes, index);
        }
        return true;
    }

    private void acknowledge(byte[] bytes, int index) {
        listener.acknowledged(
                RecordRing.partitionOf(bytes, index),
                RecordRing.sequenceOf(bytes, index),
                RecordRing.intendedNanosOf(bytes, index),
                RecordRing.sentNanosOf(bytes, index));
    }

    private void fail(byte[] bytes, int index, String why) {
        listener.failed(
                RecordRing.partitionOf(bytes, index),
                RecordRing.sequenceOf(bytes, index),
                RecordRing.intendedNanosOf(bytes, index),
                RecordRing.sentNanosOf(bytes, index),
                new DriverException(why));
    }

    /** Returns whether a message may be kept back by its partition's log. */
    boolean injectsFaults() {
        return faults.any();
    }

    /** Returns whether the queue is closed and gets no more messages. Called by the topic. */
    boolean seal() {
        if (!closing) {
            return false;
        }
        if (givingUp) {
            failAll();
        }
        if (!tail.compareAndSet(head.get(), SEALED)) {
            return false;
        }
        sealed.countDown();
        return true;
    }

    /** Fails all messages in it, and seals it. Called by the topic. */
    void end() {
        closing = true;
        givingUp = true;
        sender.wake();
        while (sealed.getCount() > 0) {
            seal();
        }
    }

    private void failAll() {
        byte[] bytes = records.bytes();
        long to = tail.get();
        for (long at = head.get(); at < to; ) {
            int index = (int) at & (bytes.length - 1);
            int size = RecordRing.sizeOf(bytes, index);
            at += Math.abs(size);
            if (size > 0) {
                fail(bytes, index, "not sent before its producer was closed");
            }
            head.set(at);
        }
    }

    /** Waits until all its messages are sent or, after the deadline or an interruption, failed. Any thread. */
    void close(long deadlineNanos) {
        closing = true;
        sender.wake();
        topicThread.wake();
        boolean interrupted = false;
        long giveUpAt = System.nanoTime() + deadlineNanos;
        while (sealed.getCount() > 0 || senderWaits) {
            if (interrupted || System.nanoTime() >= giveUpAt) {
                givingUp = true;
            }
            topicThread.wake();
            try {
                if (sealed.await(1, TimeUnit.MILLISECONDS)) {
                    // Only the sender is left, on its way out.
                    LockSupport.parkNanos(this, 100_000);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        GROWN_BYTES.addAndGet(-grownBytes.getAndSet(0));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
