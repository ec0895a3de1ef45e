package dev.weir.result;

import java.util.List;
import java.util.Objects;

/**
 * What was known of the clocks of a run.
 *
 * @param mode with which clocks it was measured
 * @param why for a person: what decided that
 * @param endToEndBoundNanos by how much the clocks can make an end-to-end time wrong, at most: of the worst pair of a
 *     producing and a consuming worker, both bounds together; 0 if all pairs are inside one worker;
 *     {@link Long#MAX_VALUE} if nothing is known
 * @param workers one for each worker
 * @param steps of wall clocks, as far as they were noticed; at most 100
 */
public record ClockResult(
        ClockMode mode, String why, long endToEndBoundNanos, List<WorkerClock> workers, List<WallClockStep> steps) {
    public ClockResult {
        Objects.requireNonNull(mode);
        Objects.requireNonNull(why);
        workers = List.copyOf(workers);
        steps = List.copyOf(steps);
    }

    /** Whether the error is known. */
    public boolean isBoundKnown() {
        return endToEndBoundNanos < Long.MAX_VALUE;
    }
}
