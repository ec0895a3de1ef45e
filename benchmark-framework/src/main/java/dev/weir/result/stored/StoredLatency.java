package dev.weir.result.stored;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A latency of a whole measurement as a result file has it, ours or OMB's.
 *
 * @param summary figures, nanoseconds; of OMB's, whose percentiles are filled also where few samples lie beyond them, the
 *     count is 0, and a maximum of 0 stands for none: the file does not tell them
 * @param boundNanos by how much clocks can make it wrong, {@link #UNKNOWN_BOUND} if that is unknown; empty if one clock took
 *     both ends, or the file is of a time when that was not written
 * @param samples all of them, to three digits; empty if it is OMB's
 * @param curveNanos percentile, in [0, 100], to nanoseconds, ascending: of ours up to the last that is known and beyond
 *     which at least 10 samples lie; of OMB's as it has them
 */
public record StoredLatency(
        LatencySummary summary,
        OptionalLong boundNanos,
        Optional<LatencySamples> samples,
        NavigableMap<Double, Double> curveNanos) {
    /** Of clocks whose distance was not found out. */
    public static final long UNKNOWN_BOUND = Long.MAX_VALUE;

    public StoredLatency {
        curveNanos = Collections.unmodifiableNavigableMap(new TreeMap<>(curveNanos));
    }
}
