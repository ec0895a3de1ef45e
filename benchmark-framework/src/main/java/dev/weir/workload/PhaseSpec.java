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
}
