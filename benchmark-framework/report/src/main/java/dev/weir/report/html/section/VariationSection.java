package dev.weir.report.html.section;

import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.stored.RunVariation;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Section about the variation between equal runs of a campaign. */
public final class VariationSection {
    /** More rows are shown only when a reader opens the table. */
    private static final int MAX_SHOWN_AT_ONCE = 16;

    private VariationSection() {}

    /** Returns the section; empty if no run was repeated. */
    public static List<Tag> of(List<RunVariation> variation) {
        if (variation.isEmpty()) {
            return List.of();
        }
        Table table = RowTable.of(variation)
                .text("figure", RunVariation::figure)
                .text("workload", each -> each.alike().workload())
                .text("on", each -> each.alike().driver())
                .text("point", each -> String.valueOf(each.alike().point()).replaceAll("[{}]", ""))
                .figure("runs", each -> String.valueOf(each.count()))
                .figure("processes", each -> String.valueOf(each.processes()))
                .figure("within processes", each -> percent(each.within()))
                .figure("between processes", each -> percent(each.between()))
                .table();
        Tag rows = variation.size() <= MAX_SHOWN_AT_ONCE
                ? table.tag()
                : Tag.of("details").add(Tag.of("summary", "All " + variation.size() + " figures"), table.tag());
        return List.of(Tag.section("variation", "Variation from run to run")
                .add(rows)
                .add(Tag.of(
                                "p",
                                "Standard deviations of equal runs that count. Runs of one command share their"
                                        + " processes, so the variation between processes needs runs of several commands."
                                        + " Empty: unknown.")
                        .is("note")));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "";
    }
}
