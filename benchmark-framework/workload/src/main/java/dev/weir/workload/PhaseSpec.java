package dev.weir.workload;

import java.time.Duration;

/**
 * Properties of the phases of a run in addition to their lengths.
 *
 * @param warmupSettle how long the load runs at the measurement's rate after the warm-up, before it is measured
 */
public record PhaseSpec(WarmupEnd warmupEnd, Duration warmupSettle, RetentionSpec retention) {
    /** Only a warm-up and a measurement. */
    public static final PhaseSpec PLAIN = new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, RetentionSpec.UNSAID);

    /** Returns these phases with a warm-up of fixed length that is followed by the measurement. */
    public PhaseSpec withPlainWarmup() {
        return new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, retention);
    }

    public enum WarmupEnd {
        DURATION,

        /** Retention has deleted from each partition, or its duration is over. */
        RETENTION,

        /** Throughput and latency have become steady, or its duration is over. */
        STEADY
    }
}
