package dev.weir.driver.none;

import dev.weir.driver.client.Producer;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.NoneSettings.Setting;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects messages in batches until its topic takes them. If the client chooses the partition, the same key always goes
 * to the same one, and messages without a key stay with a partition for {@value #STICK} messages, as Kafka's client does
 * for a batch.
 */
final class NoneProducer implements Producer {
    private static final int STICK = 64;
    /** Number of batches that the topic takes before it continues with the next producer. */
    private static final int BATCHES = 16;

    private static final long MAX_WAIT_MILLIS = 100;

    private final Topic topic;
    private final SendListener listener;
    private final NoneSettings settings;
    private final long stallAt;
    private int unkeyed;
    private long blockedNanos;

    // Guarded by the lock of this object.
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    /** The waiting batch of each partition to which messages are added. */
    private final Map<Integer, Batch> open = new HashMap<>();
    /** Size of all messages that are not resolved. */
    private long bytes;

    private boolean blocked;
    private boolean closed;

    private volatile boolean givesUp;
    /** Used by the topic's thread. */
    private @Nullable Batch current;

    NoneProducer(Topic topic, SendListener listener, NoneSettings settings) {
        this.topic = topic;
        this.listener = listener;
        this.settings = settings;
        stallAt = settings.get(Setting.STALL_AT);
        topic.open(this);
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
        int to = partition(partition, key);
        boolean isFirst = false;
        boolean isSent;
        synchronized (this) {
            if (sequence >= 0 && sequence == stallAt) {
                block(() -> closed, settings.get(Setting.STALL_MILLIS));
            }
            // If a sender continued at each small room, it would wait and be woken for each batch.
            isSent = to < topic.partitions
                    && (bytes < topic.producerBytes || block(() -> closed || hasRoom(), Long.MAX_VALUE))
                    && !closed;
            if (isSent) {
                Batch batch = open.get(to);
                if (batch == null || !batch.hasRoom() || settings.concernMessages) {
                    batch = new Batch(to, settings.faultOf(sequence));
                    open.put(to, batch);
                    waiting.add(batch);
                }
                isFirst = bytes == 0;
                bytes += batch.add(value, header, sequence, intendedNanos, sentNanos);
            }
        }
        if (isFirst) {
            topic.ready(this);
        } else if (!isSent) {
            var cause = new DriverException("not sent: there is no partition " + to
                    + ", the producer or its topic is closed, or its thread interrupted");
            listener.failed(to, sequence, intendedNanos, sentNanos, cause);
        }
    }

    /** Returns the partition of a message: the caller's or, if that is -1, one of its own choice. */
    int partition(int wanted, byte @Nullable [] key) {
        if (wanted >= 0) {
            return wanted;
        }
        return key == null
                ? (unkeyed++ & Integer.MAX_VALUE) / STICK % topic.partitions
                : Math.floorMod(Arrays.hashCode(key), topic.partitions);
    }

    /** Makes a send call wait until a condition holds, at most for a time; returns whether it holds. */
    private synchronized boolean block(BooleanSupplier condition, long millis) {
        long begin = System.nanoTime();
        blocked = true;
        try {
            return await(condition, millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            blockedNanos += System.nanoTime() - begin;
            blocked = false;
            notifyAll();
        }
    }

    private synchronized boolean await(BooleanSupplier condition, long millis) throws InterruptedException {
        long begin = System.nanoTime();
        for (long left = millis; left > 0 && !condition.getAsBoolean(); ) {
            wait(Math.min(left, MAX_WAIT_MILLIS));
            left = millis - (System.nanoTime() - begin) / 1_000_000;
        }
        return condition.getAsBoolean();
    }

    private boolean hasRoom() {
        return bytes <= topic.producerBytes / 2;
    }

    @Override
    public long blockedNanos() {
        return blockedNanos;
    }

    /** Gives batches to the topic; returns whether none is left. Called by the topic's thread. */
    boolean drain() {
        Batch batch = current == null ? next(0) : current;
        for (int i = 0; batch != null && (i < BATCHES || givesUp); i++) {
            if (givesUp) {
                batch.fail(listener, "not sent before its producer was closed");
            } else if (topic.append(batch)) {
                batch.resolve(listener);
            } else {
                break;
            }
            batch = next(batch.bytes);
        }
        current = batch;
        return batch == null;
    }

    private synchronized @Nullable Batch next(long resolvedBytes) {
        bytes -= resolvedBytes;
        if (hasRoom()) {
            notifyAll();
        }
        Batch next = waiting.poll();
        if (next != null) {
            open.remove(next.partition, next);
        }
        return next;
    }

    /** Fails all messages that the topic has not taken. Called by the topic's thread, or after its end. */
    void giveUp() {
        synchronized (this) {
            closed = true;
            givesUp = true;
        }
        drain();
    }

    /** Waits until all messages are resolved; returns false if they are not after a time. */
    boolean flush(long millis) throws InterruptedException {
        return await(() -> bytes == 0 && !blocked, millis);
    }

    @Override
    public void close() {
        boolean interrupted = false;
        synchronized (this) {
            closed = true;
            notifyAll();
            for (boolean resolved = false; !resolved; givesUp = true) {
                try {
                    resolved = flush(Topic.CLOSE_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        topic.close(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
