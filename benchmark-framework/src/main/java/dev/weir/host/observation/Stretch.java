package dev.weir.host.observation;

/**
 * A stretch of time.
 *
 * @param beginNanos epoch nanoseconds
 * @param endNanos likewise, not before the begin
 */
public record Stretch(long beginNanos, long endNanos) {
    public Stretch {
        if (endNanos < beginNanos) {
            throw new IllegalArgumentException(
                    "a stretch must not end before it begins, got " + beginNanos + " to " + endNanos);
        }
    }

    /** That of a pause. */
    public static Stretch of(Pause pause) {
        return new Stretch(pause.beginNanos(), pause.endNanos());
    }

    /** Its length in seconds. */
    public double seconds() {
        return (endNanos - beginNanos) / 1e9;
    }

    /** How long it and another one are at the same time; 0 if they are not. */
    public double overlapSeconds(Stretch other) {
        return Math.max(0, Math.min(endNanos, other.endNanos) - Math.max(beginNanos, other.beginNanos)) / 1e9;
    }
}
