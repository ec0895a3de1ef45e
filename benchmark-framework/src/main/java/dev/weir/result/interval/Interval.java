package dev.weir.result.interval;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;

/**
 * What all workers together did in a stretch of time. A holder, not a value: its histograms belong to its creator.
 *
 * @param phase in which it lies
 * @param fromNanos epoch nanoseconds
 * @param toNanos epoch nanoseconds
 * @param seconds its length: the mean of the workers' own, whose snapshots begin and end at slightly different times
 * @param counts by when the event happened
 * @param backlog deliveries that were outstanding at its end: acknowledged messages times subscriptions, less those
 *     received, duplicates not counted; never negative
 * @param warmup latencies of messages that were due in the warm-up
 * @param measured latencies of messages that were due in the measurement
 */
public record Interval(
        Phase phase,
        long fromNanos,
        long toNanos,
        double seconds,
        Counts counts,
        long backlog,
        LatencySet warmup,
        LatencySet measured) {
    /** The latencies that belong to its phase. */
    public LatencySet latencies() {
        return phase == Phase.WARM_UP ? warmup : measured;
    }

    /** Reads of its phase that were answered. */
    public long reads() {
        LatencySet own = latencies();
        return own.has(Latency.READ_SERVICE) ? own.of(Latency.READ_SERVICE).count() : 0;
    }
}
