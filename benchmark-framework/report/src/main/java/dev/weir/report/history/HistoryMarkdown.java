package dev.weir.report.history;

import dev.weir.report.compare.ComparisonMarkdown;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a history as Markdown, such as for a comment of a CI system. */
public final class HistoryMarkdown {
    private HistoryMarkdown() {}

    public static List<String> lines(History history) {
        List<String> lines = new ArrayList<>();
        List<String> limits = HistoryFormat.limits(history);
        if (!limits.isEmpty()) {
            lines.add("These figures do not show " + HistoryFormat.wanted(history) + ":");
            lines.add("");
            limits.forEach(limit -> lines.add("* " + escaped(limit)));
            lines.add("");
        }
        lines.add("**" + escaped(HistoryFormat.answer(history)) + ".**");
        lines.add("");
        lines.add("| | series | figure | latest level | change | interval | |");
        lines.add("|---|---|---|--:|--:|---|---|");
        history.places().forEach(place -> {
            FigureHistory figure = place.figure();
            String first = "| **" + figure.state().word().toUpperCase(Locale.ROOT) + "** | "
                    + escaped(place.series().series().name()) + " | "
                    + figure.figure().text() + " | "
                    + HistoryFormat.level(figure);
            if (figure.changes().isEmpty()) {
                lines.add(first + " | - | - | "
                        + NumberText.counted(figure.values().size(), "run") + " |");
            }
            figure.changes()
                    .forEach(change -> lines.add((change.equals(figure.changes().get(0)) ? first : "| | | | ") + " | "
                            + HistoryFormat.change(change) + " | " + HistoryFormat.interval(change) + " | "
                            + HistoryFormat.direction(change, figure) + " "
                            + escaped(HistoryFormat.place(change)) + " |"));
        });
        lines.add("");
        lines.add(escaped(HistoryFormat.runs(history)) + ". " + HistoryFormat.basis(history));
        return lines;
    }

    private static String escaped(String text) {
        return ComparisonMarkdown.escaped(text);
    }
}
