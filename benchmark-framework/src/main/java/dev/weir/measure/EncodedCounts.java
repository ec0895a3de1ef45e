package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * HdrHistogram's V2 encoding, not compressed: a header of forty bytes, then a number of variable length for each bucket up
 * to the last that has samples: its count, or minus the length of a run of empty ones, in zigzag.
 *
 * <p>Written and read here, bucket by bucket, because the library's own reader makes an array of every bucket first: that
 * is 160 KiB for the some hundred counts that a worker sends each second, and merging it costs as much again.
 */
final class EncodedCounts {
    private static final int COOKIE = 0x1c849313;
    private static final int HEADER_BYTES = 40;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int LENGTH_OFFSET = 4;
    private static final int MOST_NUMBER_BYTES = 9;

    private EncodedCounts() {}

    /** Of counts in chunks, some of which may be null: these are empty. */
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
                if (position + 2 * MOST_NUMBER_BYTES > bytes.length) {
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
     * Looks at all of it, before anything is made of it.
     *
     * @return how many samples it holds
     * @throws MalformedException saying why, if it is not such an encoding with 3 digits and a unit of 1
     */
    static long check(byte[] encoded) {
        ByteBuffer header = ByteBuffer.wrap(encoded);
        checkHeader(header);
        require(header.getInt(LENGTH_OFFSET) == encoded.length - HEADER_BYTES, "its length is wrong");
        var cursor = new Cursor(encoded);
        long samples = 0;
        while (cursor.next()) {
            samples += cursor.count;
            require(cursor.count >= 0 && samples >= 0, "its counts cannot be read");
        }
        return samples;
    }

    private static void checkHeader(ByteBuffer header) {
        require(header.remaining() >= HEADER_BYTES, "it is too short");
        require(header.getInt() == COOKIE, "it does not begin like one");
        require(header.getInt() >= 0, "its length is negative");
        require(header.getInt() == 0, "its buckets are shifted");
        int digits = header.getInt();
        require(digits == SIGNIFICANT_DIGITS, "it must have 3 significant digits, got " + digits);
        long unit = header.getLong();
        require(unit == 1, "it must count in units of 1, got " + unit);
        long highest = header.getLong();
        require(highest >= 2, "its highest value must be at least 2, got " + highest);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new MalformedException(otherwise);
        }
    }

    /** In seven bits a byte, but for a ninth byte, which has eight. */
    private static int putNumber(byte[] bytes, int position, long number) {
        long rest = (number << 1) ^ (number >> 63);
        int at = position;
        while (rest >>> 7 != 0 && at - position < MOST_NUMBER_BYTES - 1) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    /** Goes from one bucket with samples to the next. Of an encoding that was checked it throws nothing. */
    static final class Cursor {
        private final byte[] encoded;
        private int position = HEADER_BYTES;
        private int nextBucket;
        int bucket;
        long count;

        Cursor(byte[] encoded) {
            this.encoded = encoded;
        }

        boolean next() {
            while (position < encoded.length) {
                long number = number();
                if (number < 0) {
                    require(number >= nextBucket - Buckets.COUNT, "it has too many buckets");
                    nextBucket -= (int) number;
                } else {
                    require(nextBucket < Buckets.COUNT, "it has too many buckets");
                    bucket = nextBucket++;
                    count = number;
                    if (number > 0) {
                        return true;
                    }
                }
            }
            return false;
        }

        private long number() {
            long number = 0;
            int shift = 0;
            while (true) {
                require(position < encoded.length, "it ends inside a count");
                long next = encoded[position++];
                if (shift == 7 * (MOST_NUMBER_BYTES - 1)) {
                    number |= next << shift;
                    break;
                }
                number |= (next & 0x7f) << shift;
                if (next >= 0) {
                    break;
                }
                shift += 7;
            }
            return (number >>> 1) ^ -(number & 1);
        }
    }

    /** It is not an encoding of ours; the message says why. */
    static final class MalformedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }
}
