package dev.weir.feature.spikes;

import java.util.List;

/**
 * Latencies of the messages that were due in a second. A message that has no latency, because it was never sent, failed
 * or was never delivered, counts with the time that had passed when Weir stopped waiting.
 */
final class DueSecond {
    static final long NANOS = 1_000_000_000;

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

    private static final double[] NONE = {};

    private final long beginNanos;
    private long heldFromNanos = Long.MAX_VALUE;
    private long heldUntilNanos;
    private long worstNanos;

    /** For each level, by how much the longer latencies exceed it, added up; empty while none is exceeded. */
    private double[] excessNanos = NONE;

    DueSecond(long beginNanos) {
        this.beginNanos = beginNanos;
    }

    /** Adds messages with the same latency, which ended between these times. */
    void add(long endedFromNanos, long endedUntilNanos, long latencyNanos, long messages) {
        worstNanos = Math.max(worstNanos, latencyNanos);
        // A snapshot that is longer was delayed: by a standstill, or by clients that close. Messages ended at its end.
        heldFromNanos = Math.min(heldFromNanos, Math.max(endedFromNanos, endedUntilNanos - NANOS) - latencyNanos);
        heldUntilNanos = Math.max(heldUntilNanos, endedUntilNanos);
        for (int level = 0; level < LEVELS_NANOS.size() && latencyNanos > LEVELS_NANOS.get(level); level++) {
            addExcess(level, (double) (latencyNanos - LEVELS_NANOS.get(level)) * messages);
        }
    }

    void add(DueSecond other) {
        worstNanos = Math.max(worstNanos, other.worstNanos);
        heldFromNanos = Math.min(heldFromNanos, other.heldFromNanos);
        heldUntilNanos = Math.max(heldUntilNanos, other.heldUntilNanos);
        for (int level = 0; level < other.excessNanos.length; level++) {
            addExcess(level, other.excessNanos[level]);
        }
    }

    private void addExcess(int level, double nanos) {
        excessNanos = excessNanos.length == 0 ? new double[LEVELS_NANOS.size()] : excessNanos;
        excessNanos[level] += nanos;
    }

    /** Returns when the second begins: epoch nanoseconds of the coordinator. */
    long beginNanos() {
        return beginNanos;
    }

    /** Returns the earliest time at which its messages can have been held up. */
    long heldFromNanos() {
        return heldFromNanos;
    }

    /** Returns when the last of its messages had ended, or Weir stopped waiting for it. */
    long heldUntilNanos() {
        return heldUntilNanos;
    }

    long worstNanos() {
        return worstNanos;
    }

    double excessAbove(int level) {
        return level < excessNanos.length ? excessNanos[level] : 0;
    }
}
