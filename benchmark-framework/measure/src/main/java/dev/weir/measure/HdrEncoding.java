package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * HdrHistogram's V2 encoding, not compressed: a header of forty bytes, then a number of variable length for each bucket up
 * to the last that has samples: its count, or minus the length of a run of empty ones, in zigzag.
 *
 * <p>Written and read here, straight from and to our chunks: the library's own makes an array of every bucket first, 160
 * KiB for some hundred counts.
 */
final class HdrEncoding {
    private static final int COOKIE = 0x1c849313;
    private static final int HEADER_BYTES = 40;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int MAX_NUMBER_BYTES = 9;
    private static final int LAST_SHIFT = 7 * (MAX_NUMBER_BYTES - 1);

    private HdrEncoding() {}

    /** Encodes counts in chunks, some of which may be null: these are empty. */
    static byte[] encode(long[][] chunks) {
        byte[] bytes = new byte[256];
        int position = HEADER_BYTES;
        long empty = 0;
        int last = 0;
        for (int c = 0; c < chunks.length; c++) {
            long[] chunk = chunks[c];
            if (chunk == null) {
                empty += Buckets.CHUNK_LENGTH;
                continue;
            }
            for (int i = 0; i < chunk.length; i++) {
                if (chunk[i] == 0) {
                    empty++;
                    continue;
                }
                if (position + 2 * MAX_NUMBER_BYTES > bytes.length) {
                    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                }
                if (empty > 0) {
                    // A single empty bucket is written as its count, as the library does it.
                    position = putNumber(bytes, position, empty == 1 ? 0 : -empty);
                    empty = 0;
                }
                position = putNumber(bytes, position, chunk[i]);
                last = c;
            }
        }
        ByteBuffer.wrap(bytes)
                .putInt(COOKIE)
                .putInt(position - HEADER_BYTES)
                .putInt(0)
                .putInt(SIGNIFICANT_DIGITS)
                .putLong(1)
                .putLong(Buckets.highest((Math.max(1, last) + 1) * Buckets.CHUNK_LENGTH - 1))
                .putDouble(1);
        return Arrays.copyOf(bytes, position);
    }

    /**
     * Adds each bucket's samples to a histogram.
     *
     * @throws MalformedException with the cause, if it is no such encoding with 3 digits and a unit of 1
     */
    static void addTo(LatencyHistogram histogram, byte[] encoded) {
        ByteBuffer buffer = ByteBuffer.wrap(encoded);
        checkHeader(buffer);
        int bucket = 0;
        while (buffer.hasRemaining()) {
            long number = number(buffer);
            if (number < 0) {
                MalformedException.unless(number >= bucket - Buckets.COUNT, "it has too many buckets");
                bucket -= (int) number;
            } else {
                MalformedException.unless(bucket < Buckets.COUNT, "it has too many buckets");
                if (number > 0) {
                    histogram.addBucket(bucket, number);
                }
                bucket++;
            }
        }
    }

    private static long number(ByteBuffer buffer) {
        long bits = 0;
        int shift = 0;
        long next;
        do {
            MalformedException.unless(buffer.hasRemaining(), "it ends inside a count");
            next = buffer.get();
            bits |= (shift == LAST_SHIFT ? next : next & 0x7f) << shift;
            shift += 7;
        } while (next < 0 && shift <= LAST_SHIFT);
        return (bits >>> 1) ^ -(bits & 1);
    }

    private static void checkHeader(ByteBuffer header) {
        MalformedException.unless(header.remaining() >= HEADER_BYTES, "it is too short");
        MalformedException.unless(header.getInt() == COOKIE, "it does not begin like one");
        int length = header.getInt();
        MalformedException.unless(length == header.limit() - HEADER_BYTES, "its length is wrong");
        MalformedException.unless(header.getInt() == 0, "its buckets are shifted");
        int digits = header.getInt();
        MalformedException.unless(digits == SIGNIFICANT_DIGITS, "it must have 3 significant digits, got " + digits);
        long unit = header.getLong();
        MalformedException.unless(unit == 1, "it must count in units of 1, got " + unit);
        long highest = header.getLong();
        MalformedException.unless(highest >= 2, "its highest value must be at least 2, got " + highest);
        header.position(HEADER_BYTES);
    }

    /** Appends a number, seven bits a byte; a ninth byte has eight. */
    private static int putNumber(byte[] bytes, int position, long number) {
        long rest = (number << 1) ^ (number >> 63);
        int at = position;
        while (rest >>> 7 != 0 && at - position < MAX_NUMBER_BYTES - 1) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }
}
