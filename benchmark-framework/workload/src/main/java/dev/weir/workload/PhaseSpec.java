package dev.weir.workload;

import java.time.Duration;

/**
 * Properties of the phases of a run in addition to their lengths.
 *
 * @param warmupEnd what ends the warm-up
 * @param warmupSettle how long the load runs at the measurement's rate after the warm-up, before it is measured
 * @param retention retention of the topics
 * @param backlog backlog to build and drain when the measurement begins
 */
public record PhaseSpec(WarmupEnd warmupEnd, Duration warmupSettle, RetentionSpec retention, BacklogSpec backlog) {
    /** Only a warm-up and a measurement. */
    public static final PhaseSpec PLAIN =
            new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, RetentionSpec.UNSAID, BacklogSpec.NONE);

    /** Returns these phases with a warm-up of fixed length that is followed by the measurement. */
    public PhaseSpec withPlainWarmup() {
        return new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, retention, backlog);
    }

    /** Condition that ends a warm-up. */
    public enum WarmupEnd {
        /** Its duration is over. */
        DURATION,

        /** Retention has deleted from each partition, or its duration is over. */
        RETENTION,

        /** Throughput and latency have become steady, or its duration is over. */
        STEADY
    }

    /**
     * A backlog that is built while consumers are paused, and then drained.
     *
     * @param bytes size in payload, over all subscriptions; 0: none
     * @param drainRatio share of it that has to be drained, in [0, 1]
     * @param buildRate rate of all producers while it is built, messages per second, more than 0
     * @param drainRate rate of all producers while it is drained, messages per second, more than 0
     * @param remoteRatio share of it that only the remote store of the topics must contain before consumers are resumed, in
     *     [0, 1]
     */
    public record BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate, double remoteRatio) {
        public static final BacklogSpec NONE = new BacklogSpec(0, 1, 1, 1);

        public BacklogSpec {
            if (bytes < 0 || !isRatio(drainRatio) || !isRatio(remoteRatio) || !(buildRate > 0) || !(drainRate > 0)) {
                throw new IllegalArgumentException(
                        "a backlog needs bytes of at least 0, ratios in [0, 1] and rates above 0," + " got " + bytes
                                + ", " + drainRatio + ", " + remoteRatio + ", " + buildRate + ", " + drainRate);
            }
        }

        /** Creates a backlog without a condition on the remote store. */
        public BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate) {
            this(bytes, drainRatio, buildRate, drainRate, 0);
        }

        private static boolean isRatio(double value) {
            return value >= 0 && value <= 1;
        }

        public boolean isWanted() {
            return bytes > 0;
        }
    }
}
