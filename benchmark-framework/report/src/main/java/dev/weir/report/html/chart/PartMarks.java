package dev.weir.report.html.chart;

import dev.weir.result.document.RunDetails;
import java.util.List;

/** Marks on time axes from a part that a feature adds to results. Any thread. */
public interface PartMarks {
    /**
     * Returns the marks, in any order; empty if the result does not have the part.
     *
     * @param originNanos begin of the load, epoch nanoseconds
     */
    List<Mark> marks(RunDetails details, long originNanos);
}
