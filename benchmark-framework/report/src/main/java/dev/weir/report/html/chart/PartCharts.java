package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.result.document.RunDetails;
import java.util.List;
import java.util.OptionalDouble;

/** Charts, and marks in charts, of a part that a feature adds to results. Any thread. */
public interface PartCharts {
    /** Returns charts of a page, also empty ones. {@code driveLimit} is the capability of a drive, MiB/s. */
    default List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        return List.of();
    }

    /** Returns marks on time axes, in any order. {@code originNanos} is the begin of the load, epoch nanoseconds. */
    default List<Mark> marks(RunDetails details, long originNanos) {
        return List.of();
    }

    /** Returns lines for the chart of outstanding messages of a single run. */
    default List<Series> outstanding(ShownRun run) {
        return List.of();
    }
}
