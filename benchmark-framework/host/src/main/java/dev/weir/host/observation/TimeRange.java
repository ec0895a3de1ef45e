package dev.weir.host.observation;

/** A range of time in epoch nanoseconds, which does not end before it begins. */
public record TimeRange(long beginNanos, long endNanos) {
    public TimeRange {
        if (endNanos < beginNanos) {
            throw new IllegalArgumentException(
                    "a stretch must not end before it begins, got " + beginNanos + " to " + endNanos);
        }
    }

    public static TimeRange of(Pause pause) {
        return new TimeRange(pause.beginNanos(), pause.endNanos());
    }

    public double seconds() {
        return (endNanos - beginNanos) / 1e9;
    }

    /** Returns the length of its overlap with another one; 0 if there is none. */
    public double overlapSeconds(TimeRange other) {
        return Math.max(0, Math.min(endNanos, other.endNanos) - Math.max(beginNanos, other.beginNanos)) / 1e9;
    }
}
