package dev.weir.workload;

import java.time.Duration;

/**
 * What the phases of a run are beyond their lengths.
 *
 * @param warmupEnd what ends the warm-up
 * @param warmupSettle how long the load runs on at its own rate after the warm-up, before anything counts
 * @param retention of the topics
 * @param backlog to build and drain when the measurement begins
 */
public record PhaseSpec(WarmupEnd warmupEnd, Duration warmupSettle, RetentionSpec retention, BacklogSpec backlog) {
    /** A warm-up and a measurement. */
    public static final PhaseSpec PLAIN =
            new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, RetentionSpec.UNSAID, BacklogSpec.NONE);

    /** The same with a warm-up that is as long as it is said to be, and nothing after it. */
    public PhaseSpec withPlainWarmup() {
        return new PhaseSpec(WarmupEnd.DURATION, Duration.ZERO, retention, backlog);
    }
}
