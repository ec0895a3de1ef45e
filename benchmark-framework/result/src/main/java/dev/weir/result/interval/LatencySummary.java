package dev.weir.result.interval;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Figures of one latency over a stretch of time, nanoseconds.
 *
 * @param count samples that ended, including negative ones
 * @param negative samples below 0: the offset of the two hosts' clocks was larger than the latency
 * @param minNanos smallest, with its sign
 * @param meanNanos mean, with their signs
 * @param quantilesNanos percentile, as {@code p50} or {@code p99.9}, to nanoseconds; only those with at least 10
 *     samples beyond them
 * @param censored samples that did not end, see {@link LatencySamples}: they rank above all that did
 * @param greaterThan figures that are only lower bounds: {@code p99}, {@code mean}, {@code max} and so on
 */
public record LatencySummary(
        long count,
        long negative,
        long minNanos,
        double meanNanos,
        long maxNanos,
        Map<String, Long> quantilesNanos,
        long censored,
        List<String> greaterThan) {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999};
    /** Shared, because a long run has a hundred thousand summaries in memory. */
    private static final List<String> NAMES =
            DoubleStream.of(PERCENTILES).mapToObj(LatencySummary::name).toList();

    public LatencySummary {
        quantilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(quantilesNanos));
        greaterThan = List.copyOf(greaterThan);
    }

    public static LatencySummary of(LatencySamples samples) {
        Map<String, Long> quantiles = new LinkedHashMap<>();
        List<String> greaterThan = new ArrayList<>();
        for (int i = 0; i < PERCENTILES.length && samples.isAdequate(PERCENTILES[i]); i++) {
            quantiles.put(NAMES.get(i), samples.percentileNanos(PERCENTILES[i]));
            if (samples.isCensored(PERCENTILES[i])) {
                greaterThan.add(NAMES.get(i));
            }
        }
        if (samples.censored() > 0) {
            greaterThan.addAll(samples.count() > 0 ? List.of("mean", "max") : List.of("min", "mean", "max"));
        }
        return new LatencySummary(
                samples.count(),
                samples.negativeMagnitudes().count(),
                samples.minNanos(),
                samples.meanNanos(),
                samples.maxNanos(),
                quantiles,
                samples.censored(),
                greaterThan);
    }

    /** Computes the figures of each latency that has samples, by its name. */
    public static Map<String, LatencySummary> byName(LatencySet latencies) {
        Map<String, LatencySummary> summaries = new TreeMap<>();
        for (Latency name : Latency.values()) {
            if (latencies.has(name)) {
                summaries.put(name.key(), of(latencies.of(name)));
            }
        }
        return summaries;
    }

    /** Returns a percentile such as {@code p99.9}, or {@code max}; empty if too few samples lie beyond a percentile. */
    public OptionalLong nanos(String figure) {
        Long nanos = figure.equals("max") ? Long.valueOf(maxNanos) : quantilesNanos.get(figure);
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    public boolean isLowerBound(String figure) {
        return greaterThan.contains(figure);
    }

    public static double percentile(String name) {
        return Double.parseDouble(name.substring(1));
    }

    public static String name(double percentile) {
        return "p" + (percentile == Math.rint(percentile) ? String.valueOf((int) percentile) : "" + percentile);
    }
}
