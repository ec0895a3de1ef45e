package dev.weir.report.html.section;

import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Tag;
import java.util.List;

/** Drawings and tables of a part that a feature adds to results, on pages of runs. Any thread. */
public interface PartSection {
    /** Returns those among the details of a run, each after its title; empty if the result does not have the part. */
    default List<Tag> tags(ShownRun run) {
        return List.of();
    }

    /** Returns a section of its own, for the end of the page of one run that is over; empty if there is none. */
    default List<Tag> section(ShownRun run) {
        return List.of();
    }
}
