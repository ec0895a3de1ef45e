package dev.weir.result;

import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;

/** Sums up the intervals of a part. Used by the coordinator's thread. */
final class PartTotal {
    private final Part part;
    private final long beginNanos;
    private final LatencySet latencies = new LatencySet();
    private Counts counts = Counts.NONE;
    private double seconds;
    private long backlog;

    PartTotal(Part part, long beginNanos) {
        this.part = part;
        this.beginNanos = beginNanos;
    }

    Part part() {
        return part;
    }

    void add(Interval interval) {
        counts = counts.plus(interval.counts());
        seconds += interval.seconds();
        backlog = interval.backlog();
        latencies.add(interval.latencies());
    }

    PartSummary summary() {
        double length = Math.max(seconds, 1e-9);
        return new PartSummary(
                part.name(),
                part.phase().key(),
                IsoTime.of(beginNanos),
                seconds,
                counts,
                counts.sent() / length,
                counts.acknowledged() / length,
                counts.received() / length,
                backlog,
                LatencySummary.byName(latencies));
    }
}
