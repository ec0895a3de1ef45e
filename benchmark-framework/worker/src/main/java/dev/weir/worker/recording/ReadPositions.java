package dev.weir.worker.recording;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * How far the consumers of a subscription have read the partitions of a topic, on this worker, and which consumer reads
 * each partition. A partition is written by the thread of the consumer that reads it; any thread reads.
 *
 * <p>Effect: consumers do not take each other's cache lines away. Fact relied on: each partition has 64 bytes of the
 * array. What breaks if that fails: nothing but speed.
 */
public final class ReadPositions {
    private static final int NEXT = 0;
    private static final int READER = 1;
    private static final int LINE_BITS = 3;

    private final AtomicLongArray lines;

    public ReadPositions(int partitions) {
        lines = new AtomicLongArray(partitions << LINE_BITS);
    }

    public boolean hasAny() {
        return IntStream.range(0, lines.length() >> LINE_BITS).anyMatch(partition -> next(partition) > 0);
    }

    boolean knows(int partition) {
        return partition >= 0 && partition < lines.length() >> LINE_BITS;
    }

    /** Returns the offset after the last one that a consumer has read. */
    long next(int partition) {
        return lines.getAcquire((partition << LINE_BITS) + NEXT);
    }

    void setNext(int partition, long offset) {
        lines.setRelease((partition << LINE_BITS) + NEXT, offset);
    }

    /** Returns whether a consumer is the last one that has read a partition; it is from now on. */
    boolean isReader(int partition, long reader) {
        int at = (partition << LINE_BITS) + READER;
        boolean same = lines.getPlain(at) == reader;
        if (!same) {
            lines.setRelease(at, reader);
        }
        return same;
    }
}
