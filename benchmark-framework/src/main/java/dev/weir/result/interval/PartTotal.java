package dev.weir.result.interval;

import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.result.value.IsoTime;
import java.util.List;

/** Sums up the intervals of a part. Used by the coordinator's thread. */
public final class PartTotal {
    private final Part part;
    private final long beginNanos;
    private final LatencySet latencies = new LatencySet();
    private Counts counts = Counts.NONE;
    private double seconds;
    private long backlog;

    private PartTotal(Part part, long beginNanos) {
        this.part = part;
        this.beginNanos = beginNanos;
    }

    /** The total of a part that goes on, or, if it is another than the last one's, of one that begins. */
    public static PartTotal last(List<PartTotal> totals, Part part, long beginNanos) {
        if (totals.isEmpty() || !totals.get(totals.size() - 1).part.equals(part)) {
            totals.add(new PartTotal(part, beginNanos));
        }
        return totals.get(totals.size() - 1);
    }

    public void add(Interval interval) {
        counts = counts.plus(interval.counts());
        seconds += interval.seconds();
        backlog = interval.backlog();
        latencies.add(interval.latencies());
    }

    public PartSummary summary() {
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
