package dev.weir.result.stored;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.LatencySummary;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A latency of a whole measurement of a result file, Weir's or OMB's.
 *
 * @param summary figures, nanoseconds. In OMB's files, percentiles exist also where few samples lie beyond them, the
 *     count is 0, and a maximum of 0 means that it is unknown
 * @param boundNanos largest error by the clocks, {@link #UNKNOWN_BOUND} if unknown; empty if one clock measured both
 *     ends, or in OMB's files
 * @param samples all samples, to three digits; empty if it is OMB's
 * @param curveNanos percentile, in [0, 100], to nanoseconds, ascending: in Weir's files up to the last known one with
 *     at least 10 samples beyond it; in OMB's files as they are
 */
public record StoredLatency(
        LatencySummary summary,
        OptionalLong boundNanos,
        Optional<LatencySamples> samples,
        NavigableMap<Double, Double> curveNanos) {
    /** Error bound of clocks whose offset was not determined. */
    public static final long UNKNOWN_BOUND = Long.MAX_VALUE;

    /** Number of points for each halving of the remainder: dense enough for a curve on an axis of nines. */
    private static final double STEPS_PER_HALF = 8;

    public StoredLatency {
        curveNanos = Collections.unmodifiableNavigableMap(new TreeMap<>(curveNanos));
    }

    /** Returns the latencies of one of Weir's own files, by their names. */
    static Map<String, StoredLatency> of(RunDetails weir) {
        boolean unknown = weir.checks().clock().stream()
                .anyMatch(clock -> clock.endToEndBoundNanos().isEmpty());
        Map<String, StoredLatency> latencies = new TreeMap<>();
        weir.measurements().latency().forEach((name, stored) -> {
            OptionalLong bound = unknown && crossesHosts(name) ? OptionalLong.of(UNKNOWN_BOUND) : stored.boundNanos();
            var samples = new LatencySamples(
                    histogram(stored.histogramNanos()),
                    histogram(stored.negativeHistogramNanos()),
                    histogram(stored.lowerBoundHistogramNanos()));
            latencies.put(name, new StoredLatency(stored.summary(), bound, Optional.of(samples), curve(samples)));
        });
        return latencies;
    }

    private static boolean crossesHosts(String name) {
        return Stream.of(Latency.values())
                .anyMatch(latency -> latency.crossesHosts() && latency.key().equals(name));
    }

    private static LatencyHistogram histogram(String text) {
        byte[] bytes = Base64.getDecoder().decode(text);
        return text.isEmpty() ? new LatencyHistogram() : LatencyHistogram.decodeCompressed(bytes);
    }

    private static NavigableMap<Double, Double> curve(LatencySamples samples) {
        NavigableMap<Double, Double> curve = new TreeMap<>();
        double beyond = 100;
        for (int step = 1; samples.isAdequate(100 - beyond) && !samples.isCensored(100 - beyond); step++) {
            curve.put(100 - beyond, (double) samples.percentileNanos(100 - beyond));
            beyond = 100 * Math.pow(0.5, step / STEPS_PER_HALF);
        }
        return curve;
    }
}
