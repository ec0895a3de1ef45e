package dev.weir.plan;

import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadSeries;

/**
 * One of the runs of a command.
 *
 * @param number its number in their order, from 1
 * @param system index of its system
 * @param repeat number among equal runs, from 1; 0 for a discarded run before them
 */
public record PlannedRun(int number, WorkloadSeries series, WorkloadPoint point, int system, int repeat) {
    /** Returns whether its result is kept, but excluded from comparisons. */
    public boolean isDiscarded() {
        return repeat == 0;
    }
}
