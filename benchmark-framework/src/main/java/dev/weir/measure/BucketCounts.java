package dev.weir.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts of values, in the buckets of an HdrHistogram with 3 significant digits, that one thread writes while another
 * reads.
 *
 * <p>Effect: recording costs one plain store, without an atomic operation, a fence or a second buffer, and nothing has to
 * be handed over by a writer that may be idle. Fact relied on: counts only grow, and a 64-bit element is read whole; so
 * the difference of two readings is exact per bucket, and what one reading missed the next one has. What breaks if that
 * fails: a sample would be counted twice or never. {@code BucketCountsTest} counts under a running writer.
 *
 * <p>Bucket chunks are made when first used, 8 KiB each: a latency that stays between 100 us and 100 ms takes 80 KiB.
 */
final class BucketCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle CHUNK = MethodHandles.arrayElementVarHandle(long[][].class);

    /** Buckets in a chunk. Values below share one with a resolution of 1; each chunk after it covers a power of two. */
    private static final int CHUNK_LENGTH = 1024;

    private static final int CHUNK_BITS = 10;
    private static final int CHUNKS = Long.SIZE - CHUNK_BITS;

    private final long[][] chunks = new long[CHUNKS][];
    private final long[][] drained = new long[CHUNKS][];

    /**
     * Counts a value. One thread.
     *
     * @param value at least 0
     */
    void increment(long value) {
        int chunkIndex = Math.max(0, Long.SIZE - CHUNK_BITS - Long.numberOfLeadingZeros(value));
        long[] chunk = chunks[chunkIndex];
        if (chunk == null) {
            chunk = new long[CHUNK_LENGTH];
            CHUNK.setRelease(chunks, chunkIndex, chunk);
        }
        int index = (int) (value >>> Math.max(0, chunkIndex - 1)) & (CHUNK_LENGTH - 1);
        COUNT.setOpaque(chunk, index, chunk[index] + 1);
    }

    /** Adds what has been counted since the last call. One thread, which may be another than the writer. */
    void drainInto(LatencyHistogram target) {
        for (int c = 0; c < CHUNKS; c++) {
            long[] chunk = (long[]) CHUNK.getAcquire(chunks, c);
            if (chunk != null) {
                drainChunk(c, chunk, target);
            }
        }
    }

    /** Adds all that was ever counted, and changes nothing for the next drain. Any thread. */
    void addTotalTo(LatencyHistogram target) {
        for (int c = 0; c < CHUNKS; c++) {
            long[] chunk = (long[]) CHUNK.getAcquire(chunks, c);
            for (int i = 0; chunk != null && i < CHUNK_LENGTH; i++) {
                long count = (long) COUNT.getOpaque(chunk, i);
                if (count > 0) {
                    target.record(lowestValue(c, i), count);
                }
            }
        }
    }

    private void drainChunk(int chunkIndex, long[] chunk, LatencyHistogram target) {
        long[] before = drained[chunkIndex];
        if (before == null) {
            before = new long[CHUNK_LENGTH];
            drained[chunkIndex] = before;
        }
        for (int i = 0; i < CHUNK_LENGTH; i++) {
            long count = (long) COUNT.getOpaque(chunk, i);
            if (count != before[i]) {
                target.record(lowestValue(chunkIndex, i), count - before[i]);
                before[i] = count;
            }
        }
    }

    private static long lowestValue(int chunkIndex, int index) {
        return chunkIndex == 0 ? index : (CHUNK_LENGTH + (long) index) << (chunkIndex - 1);
    }
}
