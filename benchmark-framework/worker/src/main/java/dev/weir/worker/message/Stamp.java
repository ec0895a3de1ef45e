package dev.weir.worker.message;

import dev.weir.workload.message.PayloadSpec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * First 32 bytes of a payload, or a header, big-endian: run tag (int), producer (int), sequence (long), intended send time and
 * actual send time (long, epoch nanoseconds of the producing worker). The sign bit of the producer is set if the
 * message was due in the measurement, the next bit if it is the last before its producer commits or aborts. Smaller
 * payloads carry the stamp as a header, and so do all payloads if the workload wants that. Probes have negative sequences.
 */
public final class Stamp {
    public static final int LENGTH = PayloadSpec.STAMP_BYTES;

    private static final int MEASURED = 1 << 31;
    private static final int LAST = 1 << 30;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Stamp() {}

    /** Returns what carries the stamp of a message of the load: its header, or without one its payload. */
    public static byte[] carrier(byte[] value, byte @Nullable [] header) {
        return header != null ? header : value;
    }

    static void write(
            byte[] target,
            int runTag,
            int producer,
            boolean measured,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        INT.set(target, 0, runTag);
        INT.set(target, 4, measured ? producer | MEASURED : producer);
        LONG.set(target, 8, sequence);
        LONG.set(target, 16, intendedNanos);
        LONG.set(target, 24, sentNanos);
    }

    /** Marks the message as the last before its producer commits or aborts. */
    public static void markLast(byte[] stamp) {
        INT.set(stamp, 4, (int) INT.get(stamp, 4) | LAST);
    }

    public static boolean isLast(byte[] stamp) {
        return ((int) INT.get(stamp, 4) & LAST) != 0;
    }

    public static int runTag(byte[] stamp) {
        return (int) INT.get(stamp, 0);
    }

    public static int producer(byte[] stamp) {
        return (int) INT.get(stamp, 4) & ~(MEASURED | LAST);
    }

    public static boolean isMeasured(byte[] stamp) {
        return ((int) INT.get(stamp, 4) & MEASURED) != 0;
    }

    public static long sequence(byte[] stamp) {
        return (long) LONG.get(stamp, 8);
    }

    public static long intendedNanos(byte[] stamp) {
        return (long) LONG.get(stamp, 16);
    }

    public static long sentNanos(byte[] stamp) {
        return (long) LONG.get(stamp, 24);
    }
}
