package dev.weir.worker;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Picks the payload of each message of one producer, and puts the stamp where it belongs. The same seed gives a producer the
 * same payloads in the same order. One thread.
 */
final class PayloadWriter {
    private final PayloadPool pool;
    private final int runTag;
    private final int producer;
    private final byte[] value;
    private final byte @Nullable [] header;
    private final SplittableRandom random;

    PayloadWriter(PayloadPool pool, int runTag, int producer, long seed) {
        this.pool = pool;
        this.runTag = runTag;
        this.producer = producer;
        this.value = pool.get(0).clone();
        this.header = value.length < Stamp.LENGTH ? new byte[Stamp.LENGTH] : null;
        this.random = RandomStream.PAYLOAD_CHOICE.ofProducer(seed, producer);
    }

    /** Whether {@link #prepare} has something to do. */
    boolean prepares() {
        return pool.size() > 1;
    }

    /** Gets the payload of the next message ready, before it is due: copying is no work of the system. */
    void prepare() {
        if (pool.size() > 1) {
            System.arraycopy(pool.get(random.nextInt(pool.size())), 0, value, 0, value.length);
        }
    }

    /** The prepared payload with its stamp: the same array each time, which the driver may not keep. */
    byte[] stamped(boolean measured, long sequence, long intendedNanos, long sentNanos) {
        Stamp.write(header != null ? header : value, runTag, producer, measured, sequence, intendedNanos, sentNanos);
        return value;
    }

    byte @Nullable [] header() {
        return header;
    }
}
