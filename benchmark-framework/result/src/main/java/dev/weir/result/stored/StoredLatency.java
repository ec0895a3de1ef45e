package dev.weir.result.stored;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

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

    public StoredLatency {
        curveNanos = Collections.unmodifiableNavigableMap(new TreeMap<>(curveNanos));
    }
}
