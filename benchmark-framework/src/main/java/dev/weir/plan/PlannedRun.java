package dev.weir.plan;

import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadSeries;

/**
 * One of the runs of a command.
 *
 * @param number of it in their order, from 1
 * @param system index of the system that it runs on
 * @param repeat which of the equal runs it is, from 1; 0: it comes before them and is discarded
 */
public record PlannedRun(int number, WorkloadSeries series, WorkloadPoint point, int system, int repeat) {
    /** Whether its result is kept, but counts in no comparison. */
    public boolean isDiscarded() {
        return repeat == 0;
    }
}
