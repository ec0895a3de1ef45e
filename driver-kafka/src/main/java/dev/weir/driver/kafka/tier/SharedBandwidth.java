package dev.weir.driver.kafka.tier;

/**
 * The time line of a link that several streams share: which bytes are on it when. Times are those of
 * {@link System#nanoTime}. Any thread.
 *
 * <p>A stream is given the next free stretch of the link for each chunk, so the bytes of all streams never exceed the
 * bandwidth. A stretch may have begun a little before it is asked for: a store goes on sending while its reader handles
 * what it has. Without that, each late wake-up of a thread would make the link slower than it was asked to be.
 */
final class SharedBandwidth {
    private static final long SECOND = 1_000_000_000;

    /** Of a stream's next chunk, so that streams take turns at least every 5 ms. */
    private static final int CHUNKS_PER_SECOND = 200;

    private static final int LEAST_CHUNK = 4 << 10;
    private static final int MOST_CHUNK = 256 << 10;

    private final long bytesPerSecond;
    private final int chunkBytes;
    private long freeNanos = Long.MIN_VALUE;

    /** With so many bytes per second, at least 1; 0: without a limit. */
    SharedBandwidth(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
        this.chunkBytes = bytesPerSecond == 0
                ? Integer.MAX_VALUE
                : (int) Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, bytesPerSecond / CHUNKS_PER_SECOND));
    }

    /** How many bytes a stream may ask for at once. */
    int chunkBytes() {
        return chunkBytes;
    }

    /**
     * Takes the next stretch of the link for a chunk.
     *
     * @param lastNanos when the stream's chunk before arrived, or was due to begin if there is none
     * @param nowNanos the time
     * @return when all of the chunk has arrived
     */
    synchronized long arrival(int bytes, long lastNanos, long nowNanos) {
        if (bytesPerSecond == 0) {
            return nowNanos;
        }
        long ahead = Math.max(lastNanos, nowNanos - nanos(chunkBytes));
        long begin = freeNanos == Long.MIN_VALUE ? ahead : ahead + Math.max(0, freeNanos - ahead);
        freeNanos = begin + nanos(bytes);
        return freeNanos;
    }

    private long nanos(long bytes) {
        return bytes * SECOND / bytesPerSecond;
    }
}
