package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.result.document.RunDetails;
import java.util.List;
import java.util.OptionalDouble;

/** Charts, and marks in charts, of a part that a feature adds to results. Any thread. */
public interface PartCharts {
    /**
     * Returns the charts of a page; those for which there are no figures are left out of it.
     *
     * @param driveLimit capability of a drive, MiB per second
     */
    default List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        return List.of();
    }

    /**
     * Returns marks on time axes, in any order.
     *
     * @param originNanos begin of the load, epoch nanoseconds
     */
    default List<Mark> marks(RunDetails details, long originNanos) {
        return List.of();
    }

    /** Returns lines for the chart of outstanding messages of a single run. */
    default List<Series> outstanding(ShownRun run) {
        return List.of();
    }
}
