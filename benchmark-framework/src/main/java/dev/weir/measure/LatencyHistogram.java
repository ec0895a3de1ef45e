package dev.weir.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A histogram of durations in nanoseconds with 3 significant digits, which grows instead of clipping. Merging is exact;
 * percentiles are never averaged. Not thread-safe.
 */
public final class LatencyHistogram {
    private static final int SIGNIFICANT_DIGITS = 3;

    /** Percentiles of ours are only given where at least so many samples lie beyond them. */
    private static final int SAMPLES_BEYOND = 10;

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

    /** Whether enough samples lie beyond the percentile for it to mean something. */
    public boolean isAdequate(double percentile) {
        return count() * (100 - percentile) / 100 >= SAMPLES_BEYOND;
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
            return withOurDigits(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
        }
    }

    /**
     * Reads what {@link #encodeCompressed} wrote.
     *
     * @throws IllegalArgumentException if it is not that
     */
    public static LatencyHistogram decodeCompressed(byte[] encoded) {
        try {
            return withOurDigits(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0));
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a compressed histogram: " + e.getMessage(), e);
        }
    }

    Histogram raw() {
        return histogram;
    }

    private static LatencyHistogram withOurDigits(Histogram decoded) {
        if (decoded.getNumberOfSignificantValueDigits() != SIGNIFICANT_DIGITS) {
            throw new IllegalArgumentException("it must have " + SIGNIFICANT_DIGITS + " significant digits, got "
                    + decoded.getNumberOfSignificantValueDigits());
        }
        decoded.setAutoResize(true);
        return new LatencyHistogram(decoded);
    }
}
