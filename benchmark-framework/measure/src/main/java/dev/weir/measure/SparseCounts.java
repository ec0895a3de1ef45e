package dev.weir.measure;

import java.util.Arrays;

/**
 * Counts in buckets as they travel and wait: for each bucket with samples, how many empty ones lie before it and how many
 * samples it has, both with seven bits a byte, low ones first.
 *
 * <p>HdrHistogram's own encoding is not used here because reading it takes three times as long: whether a number is a count
 * or a run of empty buckets is a branch that no processor predicts. A coordinator reads some 3,000 such pairs a second
 * from each of its workers, three times each; for the same reason they are a cursor and not shown to a visitor, which the
 * compiler would call for each pair.
 */
final class SparseCounts {
    static final byte[] NONE = {};

    private static final int MAX_NUMBER_BYTES = 10;

    private final byte[] encoded;
    private int position;
    private int bucket = -1;
    private long samples;

    /** Creates a reader before the first bucket with samples. */
    SparseCounts(byte[] encoded) {
        this.encoded = encoded;
    }

    /** Encodes counts in chunks, some of which may be null: these are empty. */
    static byte[] encode(long[][] chunks) {
        byte[] bytes = new byte[256];
        int position = 0;
        int empty = 0;
        for (long[] chunk : chunks) {
            if (chunk == null) {
                empty += Buckets.CHUNK_LENGTH;
                continue;
            }
            for (long count : chunk) {
                if (count == 0) {
                    empty++;
                    continue;
                }
                if (position + 2 * MAX_NUMBER_BYTES > bytes.length) {
                    bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                }
                position = putNumber(bytes, position, empty);
                position = putNumber(bytes, position, count);
                empty = 0;
            }
        }
        return Arrays.copyOf(bytes, position);
    }

    /**
     * Checks all counts.
     *
     * @return number of samples
     * @throws MalformedException if they cannot be counts
     */
    static long check(byte[] encoded) {
        long sum = 0;
        var counts = new SparseCounts(encoded);
        while (counts.next()) {
            sum += counts.samples;
            MalformedException.unless(sum > 0, "its counts cannot be read");
        }
        return sum;
    }

    /**
     * Goes to the next bucket with samples.
     *
     * @return false if there is none
     * @throws MalformedException if these cannot be counts
     */
    boolean next() {
        if (position == encoded.length) {
            return false;
        }
        long empty = number();
        if (empty >= Buckets.COUNT - bucket - 1) {
            throw new MalformedException("it has too many buckets");
        }
        bucket += 1 + (int) empty;
        samples = number();
        if (samples == 0) {
            throw new MalformedException("its counts cannot be read");
        }
        return true;
    }

    int bucket() {
        return bucket;
    }

    long samples() {
        return samples;
    }

    private long number() {
        if (position == encoded.length) {
            throw new MalformedException("it ends inside a count");
        }
        long number = encoded[position++];
        return number >= 0 ? number : continued(number);
    }

    /** Such a number goes on while its sign bit, that of the byte read last, is set. */
    private long continued(long begun) {
        long number = begun;
        for (int shift = 7; number < 0; shift += 7) {
            MalformedException.unless(position < encoded.length, "it ends inside a count");
            MalformedException.unless(shift < Long.SIZE - 1, "its counts cannot be read");
            long low = number & ((1L << shift) - 1);
            number = low | ((long) encoded[position++] << shift);
        }
        return number;
    }

    private static int putNumber(byte[] bytes, int position, long number) {
        int at = position;
        long rest = number;
        while (rest > 0x7f) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }
}
