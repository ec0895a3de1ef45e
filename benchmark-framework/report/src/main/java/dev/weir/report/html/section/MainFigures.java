package dev.weir.report.html.section;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Numerals;
import dev.weir.report.html.tag.Tag;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The four main figures of a run's page. */
public final class MainFigures {
    private static final String UNKNOWN = "unknown";

    private MainFigures() {}

    /** Returns each figure with its name; {@value #UNKNOWN} if the file does not have it. */
    public static Tag figures(ShownRun run) {
        OptionalDouble target = run.throughput().target();
        OptionalDouble achieved = run.throughput().achieved();
        String share = target.isPresent() && achieved.isPresent() && target.getAsDouble() > 0
                ? ", " + Numerals.significant(100 * achieved.getAsDouble() / target.getAsDouble()) + " % of the target"
                : "";
        Tag tiles = Tag.of("ul")
                .is("tiles")
                .add(tile(Cells.number(achieved, NumberKind.RATE), "msg/s", "achieved rate" + share));
        headlines(run).forEach(headline -> {
            String latency = headline.of(List.of(run));
            tiles.add(tile(
                    run.millisText(latency, "p99"),
                    "ms",
                    headline.id().replace("-latency", "") + " p99 (" + latency + ")"));
        });
        return tiles.add(tile(audited(run), "", "messages lost / duplicated"));
    }

    /** Publishing and end-to-end, or what a run such as a transaction benchmark has instead. */
    private static List<Headline> headlines(ShownRun run) {
        List<Headline> usual = List.of(Headline.PUBLISH, Headline.END_TO_END);
        List<Headline> measured = Headline.all()
                .filter(each -> !run.millisText(each.of(List.of(run)), "p99").isEmpty())
                .toList();
        return measured.isEmpty() || measured.stream().anyMatch(usual::contains) ? usual : measured;
    }

    private static String audited(ShownRun run) {
        return run.result()
                .audit()
                .map(audit -> audit.subscriptions() == 0
                        ? "not audited"
                        : (audit.complete() ? count(audit.violations().lost()) : UNKNOWN) + " / "
                                + count(audit.violations().duplicated()))
                .orElse("");
    }

    private static String count(OptionalLong messages) {
        return messages.isPresent() ? NumberKind.MESSAGES.text((double) messages.getAsLong()) : UNKNOWN;
    }

    private static Tag tile(String value, String unit, String what) {
        boolean known = !value.isEmpty() && !value.startsWith(Cells.UNKNOWN);
        Tag figure = Tag.of("b", value.isEmpty() ? UNKNOWN : value);
        return Tag.of("li")
                .add(figure)
                .text(known && !unit.isEmpty() ? " " + unit : "")
                .add(Tag.of("span", what));
    }
}
