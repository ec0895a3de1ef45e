package dev.weir.worker.loop;

import dev.weir.worker.message.RandomStream;
import dev.weir.workload.load.Transform;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The payload of a loop's messages: their number, then small letters that the seed makes. One thread. */
final class LoopPayload {
    /** Leaves room for a million million messages of each client. */
    private static final int CLIENT_SHIFT = 40;

    private final byte[] value;
    private final long first;
    private long count;

    /** @param bytes at least 8 */
    LoopPayload(int bytes, long seed, int client) {
        value = new byte[bytes];
        first = (long) client << CLIENT_SHIFT;
        SplittableRandom random = RandomStream.PAYLOAD_CHOICE.ofProducer(seed, client);
        for (int i = 0; i < bytes; i++) {
            value[i] = (byte) ('a' + random.nextInt(26));
        }
    }

    /** The payload with the next number; the same array each time. */
    byte[] next() {
        ByteBuffer.wrap(value).putLong(first | count++);
        return value;
    }

    /** That of the payload that came last. */
    long number() {
        return first | (count - 1);
    }

    static long numberOf(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    /** What a stream makes of a message: behind its number, small letters become large ones. */
    static byte[] upperCase(byte[] value) {
        byte[] upper = value.clone();
        Transform.UPPER_CASE.apply(upper, Long.BYTES);
        return upper;
    }
}
