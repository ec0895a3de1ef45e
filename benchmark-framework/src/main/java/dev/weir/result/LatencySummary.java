package dev.weir.result;

import dev.weir.measure.LatencySamples;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of one latency over a stretch of time, nanoseconds.
 *
 * @param count samples, negative ones included
 * @param negative of those, below 0: the two hosts' clocks were further apart than the latency
 * @param minNanos smallest, with its sign
 * @param meanNanos mean, with their signs
 * @param maxNanos largest
 * @param quantilesNanos percentile, as {@code p50} or {@code p99.9}, to nanoseconds: those beyond which at least 10 samples lie
 */
public record LatencySummary(
        long count, long negative, long minNanos, double meanNanos, long maxNanos, Map<String, Long> quantilesNanos) {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999};

    public LatencySummary {
        quantilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(quantilesNanos));
    }

    /** Of these samples. */
    public static LatencySummary of(LatencySamples samples) {
        Map<String, Long> quantiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            if (samples.isAdequate(percentile)) {
                quantiles.put(name(percentile), samples.percentileNanos(percentile));
            }
        }
        return new LatencySummary(
                samples.count(),
                samples.negativeMagnitudes().count(),
                samples.minNanos(),
                samples.meanNanos(),
                samples.maxNanos(),
                quantiles);
    }

    private static String name(double percentile) {
        return "p" + (percentile == Math.rint(percentile) ? String.valueOf((int) percentile) : "" + percentile);
    }
}
