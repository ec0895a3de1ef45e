package dev.weir.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Records one latency on one thread, for another thread to collect. Every sample is kept: a negative one, which two
 * hosts' clocks can give, goes by its magnitude into a histogram of its own.
 */
public final class LatencyRecorder {
    private final BucketCounts values;
    private final BucketCounts negativeMagnitudes;

    /** Creates a recorder for one recording thread. */
    public LatencyRecorder() {
        this(false);
    }

    /** @param shared whether any thread may record */
    public LatencyRecorder(boolean shared) {
        values = new BucketCounts(shared);
        negativeMagnitudes = new BucketCounts(shared);
    }

    /**
     * Records a duration in nanoseconds, of any sign. Always the same thread, unless it is shared; no allocation, no
     * lock, no clock.
     */
    public void record(long nanos) {
        if (nanos >= 0) {
            values.increment(nanos);
        } else {
            negativeMagnitudes.increment(nanos == Long.MIN_VALUE ? Long.MAX_VALUE : -nanos);
        }
    }

    /** Adds what was recorded since the last call. Always the same thread, which may be another than the recording one. */
    public void drainInto(LatencySamples target) {
        values.drainInto(target.values());
        negativeMagnitudes.drainInto(target.negativeMagnitudes());
    }

    /** Adds all that was ever recorded, and changes nothing for the next drain. Any thread. */
    public void addTotalTo(LatencySamples target) {
        values.addTotalTo(target.values());
        negativeMagnitudes.addTotalTo(target.negativeMagnitudes());
    }

    /**
     * Counts of values, in the buckets of an HdrHistogram with 3 significant digits, that one thread writes while
     * another reads.
     *
     * <p>Effect: recording costs one plain store, without an atomic operation, a fence or a second buffer, and nothing
     * has to be handed over by a writer that may be idle. Fact relied on: counts only grow, and a 64-bit element is
     * read whole; so the difference of two readings is exact per bucket, and what one reading missed the next one has.
     * What breaks if that fails: a sample would be counted twice or never. {@code BucketCountsTest} counts under a
     * running writer.
     *
     * <p>HdrHistogram's {@code SingleWriterRecorder} does the same with a fence and two buffers. It took 15.5 ns more
     * for each record: 23.6 ns instead of 8.0 ns, mean of three rounds of 26 million records, processor time of the
     * recording thread, on a busy host. {@code RecordingBenchmark} has both.
     *
     * <p>Bucket chunks are made when first used, 8 KiB each: a latency that stays between 100 us and 100 ms takes 80
     * KiB.
     */
    static final class BucketCounts {
        private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
        private static final VarHandle CHUNK = MethodHandles.arrayElementVarHandle(long[][].class);

        private final long[][] chunks = new long[Buckets.CHUNKS][];
        private final long[][] drained = new long[Buckets.CHUNKS][];

        private final boolean shared;

        /** @param shared whether several threads write, which costs each an atomic addition */
        BucketCounts(boolean shared) {
            this.shared = shared;
        }

        /** Counts a value of at least 0. One thread, unless it is shared. */
        void increment(long value) {
            int chunkIndex = Buckets.chunk(value);
            long[] chunk = chunks[chunkIndex];
            if (chunk == null) {
                CHUNK.compareAndSet(chunks, chunkIndex, (long[]) null, new long[Buckets.CHUNK_LENGTH]);
                chunk = chunks[chunkIndex];
            }
            int index = Buckets.indexInChunk(value, chunkIndex);
            if (shared) {
                COUNT.getAndAdd(chunk, index, 1L);
            } else {
                COUNT.setOpaque(chunk, index, chunk[index] + 1);
            }
        }

        /** Adds what has been counted since the last call. One thread, which may be another than the writer. */
        void drainInto(LatencyHistogram target) {
            for (int c = 0; c < Buckets.CHUNKS; c++) {
                long[] chunk = (long[]) CHUNK.getAcquire(chunks, c);
                if (chunk != null) {
                    drainChunk(c, chunk, target);
                }
            }
        }

        /** Adds all that was ever counted, and changes nothing for the next drain. Any thread. */
        void addTotalTo(LatencyHistogram target) {
            for (int c = 0; c < Buckets.CHUNKS; c++) {
                long[] chunk = (long[]) CHUNK.getAcquire(chunks, c);
                for (int i = 0; chunk != null && i < Buckets.CHUNK_LENGTH; i++) {
                    long count = (long) COUNT.getOpaque(chunk, i);
                    if (count > 0) {
                        target.addBucket((c << Buckets.CHUNK_BITS) + i, count);
                    }
                }
            }
        }

        private void drainChunk(int chunkIndex, long[] chunk, LatencyHistogram target) {
            long[] before = drained[chunkIndex];
            if (before == null) {
                before = new long[Buckets.CHUNK_LENGTH];
                drained[chunkIndex] = before;
            }
            // Comparing whole chunks at once is ten times as fast as reading each count. If the comparison misses a
            // count that is written meanwhile, the next drain finds it. Each difference is computed from a second
            // reading of the whole count.
            int first = chunkIndex << Buckets.CHUNK_BITS;
            int i = Arrays.mismatch(chunk, before);
            while (i >= 0) {
                long count = (long) COUNT.getOpaque(chunk, i);
                target.addBucket(first + i, count - before[i]);
                before[i] = count;
                int rest = i + 1;
                int next = Arrays.mismatch(chunk, rest, Buckets.CHUNK_LENGTH, before, rest, Buckets.CHUNK_LENGTH);
                i = next < 0 ? -1 : rest + next;
            }
        }
    }
}
