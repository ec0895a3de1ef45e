package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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

    /**
     * Retention of the topics, independent of the system. At most one of the two sizes is given.
     *
     * @param duration the system may delete older messages, at least 1 ms
     * @param bytesPerPartition the system may delete the oldest messages of a larger partition, at least 1
     * @param driveFill size limit so that all partitions with all replicas fill this share of the system's drives, in
     *     (0, 1]
     */
    public record RetentionSpec(Optional<Duration> duration, OptionalLong bytesPerPartition, OptionalDouble driveFill) {
        public static final RetentionSpec UNSAID =
                new RetentionSpec(Optional.empty(), OptionalLong.empty(), OptionalDouble.empty());

        public RetentionSpec {
            Checks.refuseIf(
                    bytesPerPartition.isPresent() && driveFill.isPresent(),
                    "only one of bytesPerPartition and driveFill can be given");
            double fill = driveFill.orElse(1);
            Checks.refuseIf(
                    duration.map(Duration::toMillis).orElse(1L) < 1
                            || bytesPerPartition.orElse(1) < 1
                            || !(fill > 0 && fill <= 1),
                    "retention must be at least 1 ms, 1 byte, and driveFill in (0, 1], got " + duration + ", "
                            + bytesPerPartition + ", " + driveFill);
        }

        public boolean isSaid() {
            return !equals(UNSAID);
        }
    }
}
