package dev.weir.clock;

/** Where the time comes from. Any thread. */
public interface Clock {

    /**
     * Nanoseconds since 1970-01-01T00:00:00Z, as this process counts them: they never go back and never step, so that a
     * difference of two readings is a duration. A wall clock that is set while the process runs does not show here.
     */
    long epochNanos();

    /** The same as the host's wall clock shows it, which steps when it is set: to be watched, never to measure with. */
    default long wallNanos() {
        return epochNanos();
    }
}
