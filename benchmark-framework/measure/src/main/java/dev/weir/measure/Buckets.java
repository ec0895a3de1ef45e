package dev.weir.measure;

/**
 * The buckets of an HdrHistogram with 3 significant digits and a unit of 1, numbered as there. They come in chunks: the
 * first two have a resolution of 1, and each after them covers a power of two with twice the width of the one before.
 */
final class Buckets {
    static final int CHUNK_BITS = 10;
    static final int CHUNK_LENGTH = 1 << CHUNK_BITS;
    static final int CHUNKS = Long.SIZE - CHUNK_BITS;
    static final int COUNT = CHUNKS * CHUNK_LENGTH;

    private Buckets() {}

    /** Returns the chunk of a value of at least 0. */
    static int chunk(long value) {
        return Math.max(0, Long.SIZE - CHUNK_BITS - Long.numberOfLeadingZeros(value));
    }

    /** Returns where in its chunk a value's bucket is. */
    static int indexInChunk(long value, int chunk) {
        return (int) (value >>> Math.max(0, chunk - 1)) & (CHUNK_LENGTH - 1);
    }

    static long lowest(int bucket) {
        int chunk = bucket >>> CHUNK_BITS;
        long index = bucket & (CHUNK_LENGTH - 1);
        return chunk == 0 ? index : (CHUNK_LENGTH + index) << (chunk - 1);
    }

    static long highest(int bucket) {
        return lowest(bucket) + width(bucket) - 1;
    }

    /** Returns the value in the middle of a bucket, rounded up. */
    static long middle(int bucket) {
        return lowest(bucket) + (width(bucket) >> 1);
    }

    private static long width(int bucket) {
        return 1L << Math.max(0, (bucket >>> CHUNK_BITS) - 1);
    }
}
