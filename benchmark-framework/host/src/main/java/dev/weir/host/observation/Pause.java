package dev.weir.host.observation;

/**
 * A time in which a process, or a thread of it, was ready to run but did not.
 *
 * @param beginNanos epoch nanoseconds of the process's clock
 * @param nanos its length, at least 0
 */
public record Pause(long beginNanos, long nanos) {
    public Pause {
        if (nanos < 0) {
            throw new IllegalArgumentException("a pause must not be shorter than 0, got " + nanos + " ns");
        }
    }

    /** Returns this pause on another clock, which is ahead by this time. */
    public Pause onClockAheadBy(long ahead) {
        return new Pause(beginNanos + ahead, nanos);
    }

    public long endNanos() {
        return beginNanos + nanos;
    }
}
