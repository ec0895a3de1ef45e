package dev.weir.coordinator.trend;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.Interval;
import java.util.Optional;
import java.util.OptionalDouble;

/** Combines snapshots into seconds, for trends. Used by the coordinator's thread. */
final class PerSecondFigures {
    /** Snapshots are at most a second apart, with some jitter. */
    private static final double SECOND = 0.95;

    private double seconds;
    private long messages;
    private LatencySamples samples = new LatencySamples();

    /**
     * Figures of one second.
     *
     * @param messagesPerSecond acknowledged messages, or received ones where nothing is produced
     * @param medianNanos median of the first headline latency; empty without samples
     */
    record Second(double messagesPerSecond, OptionalDouble medianNanos) {}

    /** Adds a merged snapshot of all workers; returns the second that it completes. */
    Optional<Second> add(Interval tick) {
        seconds += tick.seconds();
        long acknowledged = tick.counts().sends().acknowledged();
        messages += acknowledged > 0 ? acknowledged : tick.counts().receipts().received();
        samples.add(tick.latencies().of(tick.latencies().headlines().get(0)));
        if (seconds < SECOND) {
            return Optional.empty();
        }
        var median =
                samples.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) samples.percentileNanos(50));
        var second = new Second(messages / seconds, median);
        seconds = 0;
        messages = 0;
        samples = new LatencySamples();
        return Optional.of(second);
    }
}
