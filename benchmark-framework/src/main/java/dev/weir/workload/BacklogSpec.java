package dev.weir.workload;

/**
 * A backlog to build while consumers are paused, and to drain then.
 *
 * @param bytes of payload, over all subscriptions; 0: none
 * @param drainRatio how much of it has to go, in [0, 1]
 * @param buildRate messages per second of all producers while it is built, more than 0
 * @param drainRate the same while it is drained
 */
public record BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate) {
    /** None is asked for. */
    public static final BacklogSpec NONE = new BacklogSpec(0, 1, 1, 1);

    public BacklogSpec {
        if (bytes < 0 || !(drainRatio >= 0 && drainRatio <= 1) || !(buildRate > 0) || !(drainRate > 0)) {
            throw new IllegalArgumentException("a backlog needs bytes of at least 0, a drainRatio in [0, 1] and rates"
                    + " above 0, got " + bytes + ", " + drainRatio + ", " + buildRate + ", " + drainRate);
        }
    }

    /** Whether one is asked for. */
    public boolean isWanted() {
        return bytes > 0;
    }
}
