package dev.weir.feature.transactions;

import dev.weir.worker.message.RandomStream;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Payloads of a transaction benchmark: their number, then lower-case letters generated from the seed. Used by one
 * thread.
 */
final class LoopPayload {
    /** Leaves room for about 10^12 messages of each client. */
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

    /** Returns the payload with the next number; the same array each time. */
    byte[] next() {
        ByteBuffer.wrap(value).putLong(first | count++);
        return value;
    }

    long number() {
        return first | (count - 1);
    }

    static long numberOf(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    /** Transforms a message like the stream benchmark: converts the letters after its number to upper case. */
    static byte[] upperCase(byte[] value) {
        byte[] upper = value.clone();
        Transform.UPPER_CASE.apply(upper, Long.BYTES);
        return upper;
    }
}
