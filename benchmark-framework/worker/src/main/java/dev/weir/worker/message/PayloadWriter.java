package dev.weir.worker.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Picks the payload of each message of one producer, and writes the stamp into it. The same seed gives a producer the
 * same payloads in the same order in each segment of the load. Used by one thread.
 *
 * <p>With {@code fresh} payloads, each message gets new random bytes, 8 at a time. With the stamp this took 49 ns for
 * 100 bytes and 259 ns for 1 KiB on a busy host, compared with 17 ns from a pool ({@code PayloadBenchmark}). Payloads
 * of a pool that repeat within a batch are compressible, however random they are.
 *
 * <p>If memory suffices, a producer has its own copy of the pool and stamps the payloads in place. Otherwise it copies
 * each payload from the shared pool, which takes tens of nanoseconds for 100 bytes. If the stamp travels as a header,
 * payloads are sent as they are, and need no copy.
 */
public final class PayloadWriter {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final PayloadPool pool;
    private final byte[][] own;
    private final int runTag;
    private final int producer;
    private final boolean inHeader;
    private final byte @Nullable [] header;
    private final long seed;
    private SplittableRandom random;
    private byte[] value;

    /** @param ownPool whether there is memory for a copy of the pool */
    public PayloadWriter(PayloadPool pool, int runTag, int producer, long seed, boolean ownPool) {
        this.pool = pool;
        this.runTag = runTag;
        this.producer = producer;
        this.inHeader = pool.stampsInHeader();
        boolean unchanged = inHeader && !pool.isFresh();
        this.own = new byte[ownPool || unchanged ? pool.size() : 1][];
        for (int i = 0; i < own.length; i++) {
            own[i] = unchanged ? pool.get(i) : pool.get(i).clone();
        }
        this.value = own[0];
        this.header = inHeader || pool.leastBytes() < Stamp.LENGTH ? new byte[Stamp.LENGTH] : null;
        this.seed = seed;
        this.random = RandomStream.PAYLOAD_CHOICE.ofProducer(seed, producer);
    }

    public void beginSegment(int segment) {
        random = RandomStream.PAYLOAD_CHOICE.ofSegment(seed, producer, segment);
    }

    /** Returns whether {@link #prepare} takes longer than reading a clock. */
    public boolean copies() {
        return own.length < pool.size() || (pool.isFresh() && !pool.isSmall());
    }

    /** Prepares the payload of the next message before it is due, because copying is no work of the system. */
    public void prepare() {
        take(pool.size() > 1 ? pool.draw(random) : 0);
    }

    public void prepareLargest() {
        take(pool.largest());
    }

    private void take(int picked) {
        if (pool.size() > 1) {
            if (own.length > 1) {
                value = own[picked];
            } else if (pool.isMixed()) {
                // Not an array for each size, because memory is short.
                value = pool.get(picked).clone();
            } else {
                System.arraycopy(pool.get(picked), 0, value, 0, value.length);
            }
        }
        if (pool.isFresh()) {
            fill(value, isStamped() ? Stamp.LENGTH : 0, random);
        }
    }

    private boolean isStamped() {
        return !inHeader && value.length >= Stamp.LENGTH;
    }

    private static void fill(byte[] value, int from, SplittableRandom random) {
        int next = from;
        for (; next <= value.length - Long.BYTES; next += Long.BYTES) {
            LONG.set(value, next, random.nextLong());
        }
        long last = random.nextLong();
        for (; next < value.length; next++) {
            value[next] = (byte) last;
            last >>>= Byte.SIZE;
        }
    }

    /** Returns the prepared payload with its stamp. The array is reused, so the driver must not keep it. */
    public byte[] stamped(boolean measured, long sequence, long intendedNanos, long sentNanos) {
        byte[] carrier = header();
        Stamp.write(carrier != null ? carrier : value, runTag, producer, measured, sequence, intendedNanos, sentNanos);
        return value;
    }

    /** Returns the stamp if it travels as a header; null if the payload has it. */
    public byte @Nullable [] header() {
        return isStamped() ? null : header;
    }
}
