package dev.weir.feature.backlog;

/**
 * A backlog that is built while consumers are paused, and then drained.
 *
 * @param bytes size in payload, over all subscriptions, more than 0
 * @param drainRatio share of it that has to be drained, in [0, 1]
 * @param buildRate rate of all producers while it is built, messages per second, more than 0
 * @param drainRate rate of all producers while it is drained, messages per second, more than 0
 * @param remoteRatio share of it that only the remote store of the topics must contain before consumers are resumed, in
 *     [0, 1]
 */
public record BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate, double remoteRatio) {
    public BacklogSpec {
        if (bytes <= 0 || !isRatio(drainRatio) || !isRatio(remoteRatio) || !(buildRate > 0) || !(drainRate > 0)) {
            throw new IllegalArgumentException("a backlog needs bytes and rates above 0 and ratios in [0, 1], got "
                    + bytes + ", " + drainRatio + ", " + remoteRatio + ", " + buildRate + ", " + drainRate);
        }
    }

    private static boolean isRatio(double value) {
        return value >= 0 && value <= 1;
    }
}
