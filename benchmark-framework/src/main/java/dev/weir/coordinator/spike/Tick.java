package dev.weir.coordinator.spike;

import dev.weir.measure.LatencySamples;
import java.util.ArrayList;
import java.util.List;

/**
 * Latencies of the messages that completed in a short time.
 *
 * @param beginNanos epoch nanoseconds of the coordinator
 * @param worstNanos the longest latency
 * @param excessNanos for each of {@link #LEVELS_NANOS} that is exceeded, by how much the longer latencies exceed it,
 *     added up
 */
record Tick(long beginNanos, long endNanos, long worstNanos, List<Double> excessNanos) {
    private static final long MILLI = 1_000_000;

    /** Thresholds from which one is chosen when all latencies are known. */
    static final List<Long> LEVELS_NANOS = List.of(
            10 * MILLI,
            20 * MILLI,
            50 * MILLI,
            100 * MILLI,
            200 * MILLI,
            500 * MILLI,
            1_000 * MILLI,
            2_000 * MILLI,
            5_000 * MILLI,
            10_000 * MILLI,
            20_000 * MILLI,
            50_000 * MILLI);

    Tick {
        excessNanos = List.copyOf(excessNanos);
    }

    static Tick of(long beginNanos, long endNanos, LatencySamples samples) {
        List<Double> excess = new ArrayList<>();
        for (long level : LEVELS_NANOS) {
            if (samples.values().maxNanos() > level) {
                excess.add(samples.values().excessNanos(level));
            }
        }
        return new Tick(beginNanos, endNanos, samples.values().maxNanos(), excess);
    }

    /** Returns the excess above a level. */
    double excessAbove(int level) {
        return level < excessNanos.size() ? excessNanos.get(level) : 0;
    }
}
