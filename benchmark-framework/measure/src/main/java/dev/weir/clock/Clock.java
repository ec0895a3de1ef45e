package dev.weir.clock;

/** Source of the time. Any thread. */
public interface Clock {

    /**
     * Returns nanoseconds since 1970-01-01T00:00:00Z, as this process counts them. They never go back and never step,
     * so that a difference of two readings is a duration. If the wall clock is set while the process runs, this clock
     * does not change.
     */
    long epochNanos();

    /**
     * Returns the time of the host's wall clock in nanoseconds, which steps when it is set: to detect steps, never to
     * measure.
     */
    default long wallNanos() {
        return epochNanos();
    }
}
