package dev.weir.driver.kafka.tier;

/**
 * Schedule of a link that several streams share: which bytes are on it when. Times are those of {@link
 * System#nanoTime}. Any thread.
 *
 * <p>A stream gets the next free time on the link for each chunk, so the bytes of all streams never exceed the
 * bandwidth. That time may have begun slightly before the request, because a store goes on sending while its reader
 * handles what it has. Otherwise, each late wake-up of a thread would make the link slower than configured.
 */
final class SharedBandwidth {
    private static final long SECOND = 1_000_000_000;

    /** Chunks per second of a stream, so that streams alternate at least every 5 ms. */
    private static final int CHUNKS_PER_SECOND = 200;

    private static final int MIN_CHUNK = 4 << 10;
    private static final int MAX_CHUNK = 256 << 10;

    private final long bytesPerSecond;
    private final int chunkBytes;
    private long freeNanos = Long.MIN_VALUE;

    /** Creates a link with this many bytes per second, at least 1; 0: without a limit. */
    SharedBandwidth(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
        this.chunkBytes = bytesPerSecond == 0
                ? Integer.MAX_VALUE
                : (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, bytesPerSecond / CHUNKS_PER_SECOND));
    }

    /** Returns how many bytes a stream may request at once. */
    int chunkBytes() {
        return chunkBytes;
    }

    /**
     * Reserves the next time on the link for a chunk.
     *
     * @param lastNanos when the stream's previous chunk arrived, or was due to begin if there is none
     * @param nowNanos current time
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
