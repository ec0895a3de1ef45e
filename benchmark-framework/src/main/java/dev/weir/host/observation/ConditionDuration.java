package dev.weir.host.observation;

import java.util.Optional;

/**
 * For how long a condition held, in all and at a stretch, as far as observations show: a second each. Not thread-safe.
 */
public final class ConditionDuration {
    private double seconds;
    private boolean holds;
    private long beginNanos;
    private Optional<TimeRange> longest = Optional.empty();

    /** Adds the observation that follows the last one. */
    public void add(boolean held, TimeRange observed) {
        if (held) {
            beginNanos = holds ? beginNanos : observed.beginNanos();
            seconds += observed.seconds();
            var current = new TimeRange(beginNanos, observed.endNanos());
            longest = longest.filter(known -> known.seconds() >= current.seconds())
                    .or(() -> Optional.of(current));
        }
        holds = held;
    }

    /** In all. */
    public double seconds() {
        return seconds;
    }

    /** Without an interruption; empty if it never held. */
    public Optional<TimeRange> longest() {
        return longest;
    }
}
