package dev.weir.worker.recording;

import dev.weir.wire.message.DeliveredOffsets;
import dev.weir.wire.message.DeliveredOffsets.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps which offsets a consumer has received. Written by the consumer's thread, collected by the session's.
 *
 * <p>While offsets are consecutive, a message costs a comparison and a store. A gap takes the lock: it moves both ends
 * of the partition's span, which {@link #take} must see together.
 */
public final class DeliveredSpans {
    private static final long NONE = -1;

    /** Spans between two collections. With more, such as those between many commits, gaps are no longer kept. */
    private static final int MAX_SPANS = 10_000;

    private final String topic;
    private final AtomicLongArray next;
    private final long[] from;
    private List<Span> ended = new ArrayList<>();

    /** @param partitions partitions of the topic; others are ignored */
    public DeliveredSpans(String topic, int partitions) {
        this.topic = topic;
        this.next = new AtomicLongArray(partitions);
        this.from = new long[partitions];
        Arrays.fill(from, NONE);
        for (int partition = 0; partition < partitions; partition++) {
            next.set(partition, NONE);
        }
    }

    /** Adds a message, whose partition and offset are -1 if the driver does not know them. */
    public void add(int partition, long offset) {
        if (partition < 0 || partition >= from.length || offset < 0) {
            return;
        }
        if (next.getPlain(partition) == offset) {
            next.setRelease(partition, offset + 1);
        } else {
            jump(partition, offset);
        }
    }

    private synchronized void jump(int partition, long offset) {
        boolean known = from[partition] != NONE;
        if (!known || offset < next.getPlain(partition) || ended.size() < MAX_SPANS) {
            end(partition);
            from[partition] = offset;
        }
        next.setRelease(partition, offset + 1);
    }

    private void end(int partition) {
        long to = next.getAcquire(partition);
        if (to > from[partition]) {
            ended.add(new Span(partition, from[partition], to));
            from[partition] = to;
        }
    }

    /** Returns what was added since the previous call. */
    public synchronized DeliveredOffsets take() {
        for (int partition = 0; partition < from.length; partition++) {
            end(partition);
        }
        if (ended.isEmpty()) {
            return DeliveredOffsets.NONE;
        }
        List<Span> taken = ended;
        ended = new ArrayList<>();
        return new DeliveredOffsets(topic, taken);
    }
}
