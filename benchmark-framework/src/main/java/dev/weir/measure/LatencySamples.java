package dev.weir.measure;

import java.util.Objects;

/**
 * Samples of one latency. A holder of two histograms, not a value: they grow.
 *
 * @param values those of 0 or more
 * @param negativeMagnitudes of those below 0, how far
 */
public record LatencySamples(LatencyHistogram values, LatencyHistogram negativeMagnitudes) {
    public LatencySamples {
        Objects.requireNonNull(values);
        Objects.requireNonNull(negativeMagnitudes);
    }

    /** None yet. */
    public LatencySamples() {
        this(new LatencyHistogram(), new LatencyHistogram());
    }

    /** Adds the samples of another. */
    public void add(LatencySamples other) {
        values.add(other.values);
        negativeMagnitudes.add(other.negativeMagnitudes);
    }

    void clear() {
        values.clear();
        negativeMagnitudes.clear();
    }

    /** Makes both histograms small, for samples that are kept for later. */
    public void compact() {
        values.compact();
        negativeMagnitudes.compact();
    }

    /** These samples without those of another, all of which must be among them. */
    public LatencySamples without(LatencySamples some) {
        return new LatencySamples(values.without(some.values), negativeMagnitudes.without(some.negativeMagnitudes));
    }

    /** How many there are, negative ones included. */
    public long count() {
        return values.count() + negativeMagnitudes.count();
    }

    /**
     * The smallest duration that at least this share of all samples do not exceed. Negative samples rank below all others
     * and read as 0: left out, they would make the slower part of a fast system look like the whole.
     *
     * @param percentile in [0, 100]
     * @return nanoseconds; 0 if there is no sample
     */
    public long percentileNanos(double percentile) {
        long negative = negativeMagnitudes.count();
        if (negative == 0) {
            return values.percentileNanos(percentile);
        }
        double rank = percentile / 100 * count();
        return rank <= negative ? 0 : values.percentileNanos(100 * (rank - negative) / values.count());
    }

    /** Whether enough samples lie beyond the percentile for it to mean something. */
    public boolean isAdequate(double percentile) {
        return LatencyHistogram.isAdequate(count(), percentile);
    }

    /** Mean of all samples with their signs, nanoseconds; 0 if there is none. */
    public double meanNanos() {
        double sum = values.meanNanos() * values.count() - negativeMagnitudes.meanNanos() * negativeMagnitudes.count();
        return count() == 0 ? 0 : sum / count();
    }

    /** Smallest sample with its sign, to 3 digits, nanoseconds; 0 if there is none. */
    public long minNanos() {
        return negativeMagnitudes.count() > 0 ? -negativeMagnitudes.maxNanos() : values.minNanos();
    }

    /** Largest sample, to 3 digits, nanoseconds; 0 if there is none, or if all are negative. */
    public long maxNanos() {
        return values.maxNanos();
    }
}
