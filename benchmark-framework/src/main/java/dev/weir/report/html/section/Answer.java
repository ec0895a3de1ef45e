package dev.weir.report.html.section;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.Kind;
import dev.weir.report.html.tag.Numerals;
import dev.weir.report.html.tag.Tag;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The four figures that a reader of a run's page looks for first. */
public final class Answer {
    private static final String UNKNOWN = "unknown";

    private Answer() {}

    /** Each with what it is; {@value #UNKNOWN} if the file does not have it. */
    public static Tag figures(ShownRun run) {
        OptionalDouble target = run.throughput().target();
        OptionalDouble achieved = run.throughput().achieved();
        String share = target.isPresent() && achieved.isPresent() && target.getAsDouble() > 0
                ? ", " + Numerals.significant(100 * achieved.getAsDouble() / target.getAsDouble()) + " % of the target"
                : "";
        String publish = Headline.PUBLISH.of(List.of(run));
        String endToEnd = Headline.END_TO_END.of(List.of(run));
        return Tag.of("ul")
                .is("tiles")
                .add(
                        tile(Cells.number(achieved, Kind.RATE), "msg/s", "achieved rate" + share),
                        tile(run.millisText(publish, "p99"), "ms", "publish p99 (" + publish + ")"),
                        tile(run.millisText(endToEnd, "p99"), "ms", "end-to-end p99 (" + endToEnd + ")"),
                        tile(audited(run), "", "messages lost / duplicated"));
    }

    private static String audited(ShownRun run) {
        return run.result()
                .audit()
                .filter(audit -> audit.subscriptions().orElse(0) > 0)
                .map(audit -> (audit.complete() ? count(audit.violations().lost()) : UNKNOWN) + " / "
                        + count(audit.violations().duplicated()))
                .orElse("");
    }

    private static String count(OptionalLong messages) {
        return messages.isPresent() ? Kind.MESSAGES.text((double) messages.getAsLong()) : UNKNOWN;
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
