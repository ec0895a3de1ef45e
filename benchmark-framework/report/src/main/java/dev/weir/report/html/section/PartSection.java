package dev.weir.report.html.section;

import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Tag;
import java.util.List;

/** Drawings and tables of a part that a feature adds to results, among the details of a run. Any thread. */
public interface PartSection {
    /** Returns them, each after its title; empty if the result does not have the part. */
    List<Tag> tags(ShownRun run);
}
