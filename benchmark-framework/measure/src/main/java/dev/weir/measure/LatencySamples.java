package dev.weir.measure;

/**
 * Samples of one latency. Not a value: its histograms grow.
 *
 * <p>A message that is never sent, fails, or is never delivered has a latency that does not end. If such messages were
 * left out, 1,000 messages of which 900 take 1 ms and 100 fail after 2 s would have a p99 of 1 ms. So such a message
 * counts as slower than all messages whose latency ended. Its lower bound is the time that had passed when Weir stopped
 * waiting (it is <em>censored</em>): the p50 and the p90 of these 1,000 messages are 1 ms, and their p99 is more than 2
 * s.
 *
 * @param values latencies of 0 or more
 * @param negativeMagnitudes the magnitudes of latencies below 0
 * @param lowerBounds for latencies that did not end: the time that had passed
 */
public record LatencySamples(
        LatencyHistogram values, LatencyHistogram negativeMagnitudes, LatencyHistogram lowerBounds) {
    /** A product of doubles can fall short of a whole number of samples by less than this. */
    private static final double ROUNDING = 1e-8;

    public LatencySamples() {
        this(new LatencyHistogram(), new LatencyHistogram(), new LatencyHistogram());
    }

    public LatencyHistogram of(SampleKind kind) {
        return switch (kind) {
            case VALUE -> values;
            case NEGATIVE -> negativeMagnitudes;
            case LOWER_BOUND -> lowerBounds;
        };
    }

    public void add(LatencySamples other) {
        values.add(other.values);
        negativeMagnitudes.add(other.negativeMagnitudes);
        lowerBounds.add(other.lowerBounds);
    }

    void clear() {
        values.clear();
        negativeMagnitudes.clear();
        lowerBounds.clear();
    }

    /** Makes all histograms small, for samples that are kept for later. */
    public void compact() {
        values.compact();
        negativeMagnitudes.compact();
        lowerBounds.compact();
    }

    /** Returns these samples without other samples, all of which must be among them. */
    public LatencySamples without(LatencySamples some) {
        return new LatencySamples(
                values.without(some.values),
                negativeMagnitudes.without(some.negativeMagnitudes),
                lowerBounds.without(some.lowerBounds));
    }

    /** Returns the samples that ended. Tools that leave out the others show these. The histograms are shared. */
    public LatencySamples ended() {
        return new LatencySamples(values, negativeMagnitudes, new LatencyHistogram());
    }

    /** Returns the number of samples that ended, negative samples included. */
    public long count() {
        return values.count() + negativeMagnitudes.count();
    }

    /** Returns the number of samples that did not end. */
    public long censored() {
        return lowerBounds.count();
    }

    /** Returns the number of all samples, whether they ended or not. */
    public long total() {
        return count() + censored();
    }

    /**
     * Returns the smallest duration that at least this share of all samples do not exceed. Negative samples rank below all
     * others and count as 0: without them, the percentiles of a fast system would be those of its slower messages. Samples
     * that did not end rank above all samples that did.
     *
     * @param percentile in [0, 100]
     * @return nanoseconds, never less than a lower percentile; of a percentile that {@link #isCensored}, a lower bound:
     *     that of values and lower bounds together, but at least the largest value, because a sample that did not end
     *     counts as longer than it; 0 if there is no sample
     */
    public long percentileNanos(double percentile) {
        if (percentile == 0 || total() == 0) {
            return Math.max(0, minNanos());
        }
        long rank = LatencyHistogram.rank(percentile, total()) - negativeMagnitudes.count();
        if (rank <= 0) {
            return 0;
        }
        if (rank <= values.count()) {
            return values.nanosOfRank(rank);
        }
        long ofBoth = valuesAndBounds().nanosOfRank(rank);
        return values.count() == 0 ? ofBoth : Math.max(ofBoth, values.nanosOfRank(values.count()));
    }

    /** Returns whether the percentile is a sample that did not end, so that only a lower bound of it is known. */
    public boolean isCensored(double percentile) {
        return total() > 0 && LatencyHistogram.rank(percentile, total()) > count();
    }

    private LatencyHistogram valuesAndBounds() {
        var both = new LatencyHistogram();
        both.add(values);
        both.add(lowerBounds);
        return both;
    }

    /** Returns whether enough samples lie beyond the percentile for it to mean something. */
    public boolean isAdequate(double percentile) {
        return total() * (100 - percentile) / 100 >= LatencyHistogram.SAMPLES_BEYOND - ROUNDING;
    }

    /** Returns the mean with signs in nanoseconds: a lower bound if some samples did not end; 0 without samples. */
    public double meanNanos() {
        double sum = values.meanNanos() * values.count()
                - negativeMagnitudes.meanNanos() * negativeMagnitudes.count()
                + lowerBounds.meanNanos() * lowerBounds.count();
        return total() == 0 ? 0 : sum / total();
    }

    /** Returns the smallest sample with its sign, to 3 digits, in nanoseconds: a lower bound if none ended, or 0. */
    public long minNanos() {
        if (negativeMagnitudes.count() > 0) {
            return -negativeMagnitudes.maxNanos();
        }
        return values.count() > 0 ? values.minNanos() : lowerBounds.minNanos();
    }

    /** Returns the largest sample, to 3 digits, in nanoseconds, at least 0: a lower bound if some did not end. */
    public long maxNanos() {
        return Math.max(values.maxNanos(), lowerBounds.maxNanos());
    }
}
