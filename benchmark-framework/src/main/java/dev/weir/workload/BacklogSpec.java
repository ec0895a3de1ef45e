package dev.weir.workload;

/**
 * A backlog to build while consumers are paused, and to drain then.
 *
 * @param bytes of payload, over all subscriptions; 0: none
 * @param drainRatio how much of it has to go, in [0, 1]
 * @param buildRate messages per second of all producers while it is built, more than 0
 * @param drainRate the same while it is drained
 * @param remoteRatio how much of it is to be in the remote store of the topics alone before consumers go on, in [0, 1]
 */
public record BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate, double remoteRatio) {
    /** None is asked for. */
    public static final BacklogSpec NONE = new BacklogSpec(0, 1, 1, 1);

    public BacklogSpec {
        if (bytes < 0 || !isRatio(drainRatio) || !isRatio(remoteRatio) || !(buildRate > 0) || !(drainRate > 0)) {
            throw new IllegalArgumentException(
                    "a backlog needs bytes of at least 0, ratios in [0, 1] and rates above 0," + " got " + bytes + ", "
                            + drainRatio + ", " + remoteRatio + ", " + buildRate + ", " + drainRate);
        }
    }

    /** One that may be anywhere. */
    public BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate) {
        this(bytes, drainRatio, buildRate, drainRate, 0);
    }

    private static boolean isRatio(double value) {
        return value >= 0 && value <= 1;
    }

    /** Whether one is asked for. */
    public boolean isWanted() {
        return bytes > 0;
    }
}
