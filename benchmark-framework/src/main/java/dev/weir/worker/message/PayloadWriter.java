package dev.weir.worker.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Picks the payload of each message of one producer, and puts the stamp where it belongs. The same seed gives a producer the
 * same payloads in the same order. One thread.
 *
 * <p>Payloads that are fresh get random bytes for each message, 8 at a time. With the stamp that took 49 ns for 100 bytes
 * and 259 ns for 1 KiB on a busy host, and 17 ns from a pool ({@code PayloadBenchmark}). A pool that repeats within a batch
 * would be compressed, however random its payloads are.
 *
 * <p>Where memory allows, a producer has a pool of its own and stamps its payloads where they lie; else it copies each out
 * of the pool that all share, which takes tens of nanoseconds for 100 bytes.
 */
public final class PayloadWriter {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final PayloadPool pool;
    private final byte[][] own;
    private final int runTag;
    private final int producer;
    private final byte @Nullable [] header;
    private final SplittableRandom random;
    private byte[] value;

    /** @param ownPool whether there is memory for a copy of the pool */
    public PayloadWriter(PayloadPool pool, int runTag, int producer, long seed, boolean ownPool) {
        this.pool = pool;
        this.runTag = runTag;
        this.producer = producer;
        this.own = new byte[ownPool ? pool.size() : 1][];
        for (int i = 0; i < own.length; i++) {
            own[i] = pool.get(i).clone();
        }
        this.value = own[0];
        this.header = pool.leastBytes() < Stamp.LENGTH ? new byte[Stamp.LENGTH] : null;
        this.random = RandomStream.PAYLOAD_CHOICE.ofProducer(seed, producer);
    }

    /** Whether {@link #prepare} takes longer than reading a clock. */
    public boolean copies() {
        return own.length < pool.size() || (pool.isFresh() && !pool.isSmall());
    }

    /** Gets the payload of the next message ready, before it is due: copying is no work of the system. */
    public void prepare() {
        if (pool.size() > 1) {
            int picked = pool.draw(random);
            if (own.length > 1) {
                value = own[picked];
            } else if (pool.isMixed()) {
                // An array of each size would take the memory that there is not.
                value = pool.get(picked).clone();
            } else {
                System.arraycopy(pool.get(picked), 0, value, 0, value.length);
            }
        }
        if (pool.isFresh()) {
            fill(value, random);
        }
    }

    /** Makes all bytes random but for those that the stamp takes. */
    private static void fill(byte[] value, SplittableRandom random) {
        int next = value.length < Stamp.LENGTH ? 0 : Stamp.LENGTH;
        for (; next <= value.length - Long.BYTES; next += Long.BYTES) {
            LONG.set(value, next, random.nextLong());
        }
        long last = random.nextLong();
        for (; next < value.length; next++) {
            value[next] = (byte) last;
            last >>>= Byte.SIZE;
        }
    }

    /** The prepared payload with its stamp: an array that is used again, which the driver may not keep. */
    public byte[] stamped(boolean measured, long sequence, long intendedNanos, long sentNanos) {
        byte[] carrier = header();
        Stamp.write(carrier != null ? carrier : value, runTag, producer, measured, sequence, intendedNanos, sentNanos);
        return value;
    }

    /** Carries the stamp of a payload that is too small for it; null for others. */
    public byte @Nullable [] header() {
        return value.length < Stamp.LENGTH ? header : null;
    }
}
