package dev.weir.host.observation;

/**
 * A stretch in which a process, or a thread of it, did not run though it wanted to.
 *
 * @param beginNanos epoch nanoseconds of the process's clock
 * @param nanos its length, 0 or more
 */
public record Pause(long beginNanos, long nanos) {
    public Pause {
        if (nanos < 0) {
            throw new IllegalArgumentException("a pause must not be shorter than 0, got " + nanos + " ns");
        }
    }

    /** The same on another clock, which is so much ahead of this one. */
    public Pause onClockAheadBy(long ahead) {
        return new Pause(beginNanos + ahead, nanos);
    }

    /** When it ends. */
    public long endNanos() {
        return beginNanos + nanos;
    }
}
