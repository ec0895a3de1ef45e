package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * A histogram of durations in nanoseconds with 3 significant digits, which grows instead of clipping. Merging is exact;
 * percentiles are never averaged. Not thread-safe.
 */
public final class LatencyHistogram {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** Percentiles of ours are only given where at least so many samples lie beyond them. */
    private static final int SAMPLES_BEYOND = 10;

    /** A product of doubles can fall short of a whole number of samples by less than this. */
    private static final double ROUNDING = 1e-8;

    // HdrHistogram's V2 encoding, with words of variable length.
    private static final int V2_COOKIE = 0x1c849313;
    private static final int V2_COMPRESSED_COOKIE = 0x1c849314;
    private static final int HEADER_BYTES = 40;
    private static final int COMPRESSED_PREFIX_BYTES = 8;

    private final Histogram histogram;

    /** An empty one. */
    public LatencyHistogram() {
        this(new Histogram(SIGNIFICANT_DIGITS));
    }

    private LatencyHistogram(Histogram histogram) {
        this.histogram = histogram;
    }

    /** Adds a duration so many times. */
    public void record(long nanos, long count) {
        histogram.recordValueWithCount(nanos, count);
    }

    /** Adds all of another. */
    public void add(LatencyHistogram other) {
        histogram.add(other.histogram);
    }

    /** These samples without those of another, all of which must be among them. */
    public LatencyHistogram without(LatencyHistogram some) {
        Histogram others = histogram.copy();
        others.subtract(some.histogram);
        return new LatencyHistogram(others);
    }

    /** How many samples are larger than that, to 3 digits. */
    public long countAbove(long nanos) {
        return nanos >= maxNanos()
                ? 0
                : histogram.getCountBetweenValues(histogram.nextNonEquivalentValue(nanos), histogram.getMaxValue());
    }

    /** Samples. */
    public long count() {
        return histogram.getTotalCount();
    }

    /** Largest sample, to 3 digits, nanoseconds; 0 if there is none. */
    public long maxNanos() {
        return histogram.getMaxValue();
    }

    /** Smallest sample, to 3 digits, nanoseconds; 0 if there is none. */
    public long minNanos() {
        return count() == 0 ? 0 : histogram.getMinValue();
    }

    /** Mean of the samples, nanoseconds; 0 if there is none. */
    public double meanNanos() {
        return histogram.getMean();
    }

    /**
     * The smallest duration that at least this share of the samples do not exceed.
     *
     * @param percentile in [0, 100]
     * @return nanoseconds; 0 if there is no sample
     */
    public long percentileNanos(double percentile) {
        return histogram.getValueAtPercentile(percentile);
    }

    /** Whether of so many samples enough lie beyond the percentile for it to mean something. */
    static boolean isAdequate(long count, double percentile) {
        return count * (100 - percentile) / 100 >= SAMPLES_BEYOND - ROUNDING;
    }

    /** In HdrHistogram's V2 encoding, not compressed. */
    public byte[] encode() {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /** In HdrHistogram's V2 encoding, compressed: what other tools read, mostly in base64. */
    public byte[] encodeCompressed() {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static LatencyHistogram decode(byte[] encoded) {
        try {
            checkHeader(ByteBuffer.wrap(encoded));
            return new LatencyHistogram(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0));
        } catch (RuntimeException e) {
            throw refused("not a histogram: ", e);
        }
    }

    /**
     * Reads what {@link #encodeCompressed} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static LatencyHistogram decodeCompressed(byte[] encoded) {
        try {
            checkHeader(inflatedHeader(encoded));
            return new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0));
        } catch (DataFormatException | RuntimeException e) {
            throw refused("not a compressed histogram: ", e);
        }
    }

    Histogram raw() {
        return histogram;
    }

    /**
     * Looks at the header before anything is made of it: forty bytes that ask for 5 digits make a histogram of 50 MB, where
     * ours take at most half of one.
     */
    private static void checkHeader(ByteBuffer header) {
        require(header.remaining() >= HEADER_BYTES, "it is too short");
        require(header.getInt() == V2_COOKIE, "it does not begin like one");
        require(header.getInt() >= 0, "its length is negative");
        require(header.getInt() == 0, "its buckets are shifted");
        int digits = header.getInt();
        require(digits == SIGNIFICANT_DIGITS, "it must have 3 significant digits, got " + digits);
        long unit = header.getLong();
        require(unit == 1, "it must count in units of 1, got " + unit);
        long highest = header.getLong();
        require(highest >= 2, "its highest value must be at least 2, got " + highest);
    }

    private static ByteBuffer inflatedHeader(byte[] encoded) throws DataFormatException {
        require(encoded.length > COMPRESSED_PREFIX_BYTES, "it is too short");
        require(ByteBuffer.wrap(encoded).getInt() == V2_COMPRESSED_COOKIE, "it does not begin like one");
        var inflater = new Inflater();
        try {
            inflater.setInput(encoded, COMPRESSED_PREFIX_BYTES, encoded.length - COMPRESSED_PREFIX_BYTES);
            var header = new byte[HEADER_BYTES];
            return ByteBuffer.wrap(header, 0, inflater.inflate(header));
        } finally {
            inflater.end();
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new HeaderException(otherwise);
        }
    }

    /** The library's own exceptions say nothing to a person: most have no message, or that of a reflective call. */
    private static IllegalArgumentException refused(String what, Exception e) {
        String why = e instanceof HeaderException ? String.valueOf(e.getMessage()) : "its counts cannot be read";
        return new IllegalArgumentException(what + why, e);
    }

    /** Something in a header is not ours. */
    private static final class HeaderException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HeaderException(String message) {
            super(message);
        }
    }
}
