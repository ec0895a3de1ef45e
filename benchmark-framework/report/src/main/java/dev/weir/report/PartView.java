package dev.weir.report;

import dev.weir.result.document.RunDetails;
import java.util.List;

/** How a part that a feature adds to results is shown. Any thread. */
public interface PartView {
    /**
     * A figure with its unit.
     *
     * @param label at most 20 characters
     */
    record Row(String label, String figure) {}

    /** Returns the title of the rows on pages. */
    String title();

    /** Returns figures for the closing table and for pages; empty if the result does not have the part. */
    default List<Row> rows(RunDetails details) {
        return List.of();
    }

    /** Returns lines of at most 78 characters for the command {@code explain}. */
    default List<String> explanation(RunDetails details) {
        return List.of();
    }
}
