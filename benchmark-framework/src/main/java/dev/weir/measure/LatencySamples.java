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

    /** How many there are, negative ones included. */
    public long count() {
        return values.count() + negativeMagnitudes.count();
    }
}
