package dev.weir.host.observation;

/**
 * A stretch of time.
 *
 * @param beginNanos epoch nanoseconds
 * @param endNanos likewise, not before the begin
 */
public record TimeRange(long beginNanos, long endNanos) {
    public TimeRange {
        if (endNanos < beginNanos) {
            throw new IllegalArgumentException(
                    "a stretch must not end before it begins, got " + beginNanos + " to " + endNanos);
        }
    }

    /** That of a pause. */
    public static TimeRange of(Pause pause) {
        return new TimeRange(pause.beginNanos(), pause.endNanos());
    }

    /** Its length in seconds. */
    public double seconds() {
        return (endNanos - beginNanos) / 1e9;
    }

    /** How long it and another one are at the same time; 0 if they are not. */
    public double overlapSeconds(TimeRange other) {
        return Math.max(0, Math.min(endNanos, other.endNanos) - Math.max(beginNanos, other.beginNanos)) / 1e9;
    }
}
