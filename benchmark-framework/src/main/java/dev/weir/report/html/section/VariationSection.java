package dev.weir.report.html.section;

import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.stored.RunVariation;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** How much equal runs of a campaign differ, as a table. */
public final class VariationSection {
    private VariationSection() {}

    /** Empty where no run was made twice. */
    public static List<Tag> of(List<RunVariation> variation) {
        if (variation.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(
                        "figure",
                        "workload",
                        "on",
                        "point",
                        "runs",
                        "processes",
                        "within processes",
                        "between processes")
                .numbersFrom(4);
        variation.forEach(each -> table.row(List.of(
                each.figure(),
                each.alike().workload(),
                each.alike().driver(),
                String.valueOf(each.alike().point()).replaceAll("[{}]", ""),
                String.valueOf(each.count()),
                String.valueOf(each.processes()),
                percent(each.within()),
                percent(each.between()))));
        return List.of(Tag.section("variation", "Variation from run to run")
                .add(table.tag())
                .add(Tag.of(
                                "p",
                                "Standard deviations of equal runs that count. Runs of one command share their processes, so"
                                        + " the variation between processes needs runs of several commands. Empty: unknown.")
                        .is("note")));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "";
    }
}
