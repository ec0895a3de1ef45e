package dev.weir.report.history;

import dev.weir.report.Columns;
import dev.weir.report.Paragraph;
import dev.weir.report.history.History.SeriesHistory;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a history for a terminal. */
public final class HistoryText {
    private static final int WIDTH = 100;
    private static final String INDENT = "  ";

    private HistoryText() {}

    /** Returns the lines: first what the noise forbids to find, then the answer, then each series. */
    public static List<String> lines(History history) {
        List<String> lines = new ArrayList<>();
        List<String> limits = HistoryFormat.limits(history);
        if (!limits.isEmpty()) {
            lines.addAll(Paragraph.lines(
                    "", INDENT, "These figures do not show " + HistoryFormat.wanted(history) + ":", WIDTH));
            limits.forEach(limit -> lines.addAll(Paragraph.lines(INDENT, INDENT + INDENT, limit, WIDTH)));
            lines.addAll(Paragraph.lines(
                    INDENT,
                    INDENT,
                    "Longer runs on quieter hosts vary less. --step PERCENT asks for another step.",
                    WIDTH));
            lines.add("");
        }
        lines.addAll(Paragraph.lines("", INDENT, HistoryFormat.answer(history) + ".", WIDTH));
        lines.addAll(Paragraph.lines("", INDENT, HistoryFormat.runs(history) + ".", WIDTH));
        for (SeriesHistory series : history.series()) {
            lines.add("");
            lines.addAll(Paragraph.lines("", INDENT, series.series().name(), WIDTH));
            lines.addAll(rows(series));
        }
        lines.add("");
        lines.addAll(Paragraph.lines("", "", HistoryFormat.basis(history), WIDTH));
        return lines;
    }

    private static List<String> rows(SeriesHistory series) {
        List<List<String>> rows = new ArrayList<>();
        for (FigureHistory figure : series.figures()) {
            String runs = NumberText.counted(figure.values().size(), "run");
            rows.add(List.of(
                    INDENT + figure.state().word().toUpperCase(Locale.ROOT),
                    figure.figure().text(),
                    HistoryFormat.level(figure),
                    figure.changes().isEmpty() ? "no change in " + runs : ""));
            for (LevelChange change : figure.changes()) {
                rows.add(List.of(
                        INDENT,
                        INDENT + HistoryFormat.direction(change, figure),
                        HistoryFormat.change(change),
                        HistoryFormat.interval(change) + ", " + HistoryFormat.place(change)));
            }
        }
        return Columns.lines(rows, column -> column == 2);
    }
}
