package dev.weir.workload.load;

/**
 * A point of a rate that changes with time.
 *
 * @param atNanos since the begin of the measurement, at least 0
 * @param messagesPerSecond rate of all producers together, in [0, 1e9]
 */
public record RatePoint(long atNanos, double messagesPerSecond) {
    public RatePoint {
        if (atNanos < 0) {
            throw new IllegalArgumentException("a rate's time must be at least 0, got " + atNanos);
        }
        if (!(messagesPerSecond >= 0 && messagesPerSecond <= 1e9)) {
            throw new IllegalArgumentException("a rate must be in [0, 1e9], got " + messagesPerSecond);
        }
    }
}
