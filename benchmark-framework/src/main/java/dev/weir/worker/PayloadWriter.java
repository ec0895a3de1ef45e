package dev.weir.worker;

import org.jspecify.annotations.Nullable;

/** Puts the stamp of each message where it belongs. One thread. */
final class PayloadWriter {
    private final PayloadPool pool;
    private final int runTag;
    private final int producer;
    private final byte[] value;
    private final byte @Nullable [] header;
    private final boolean copies;
    private int next;

    PayloadWriter(PayloadPool pool, int runTag, int producer) {
        this.pool = pool;
        this.runTag = runTag;
        this.producer = producer;
        this.value = pool.get(0).clone();
        this.header = value.length < Stamp.LENGTH ? new byte[Stamp.LENGTH] : null;
        this.copies = pool.size() > 1;
    }

    /** Gets the payload of the next message ready, before it is due: copying is no work of the system. */
    void prepare() {
        if (copies) {
            byte[] pooled = pool.get(next);
            System.arraycopy(pooled, 0, value, 0, pooled.length);
            next = next + 1 == pool.size() ? 0 : next + 1;
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
