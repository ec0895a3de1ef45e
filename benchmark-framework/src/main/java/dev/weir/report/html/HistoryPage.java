package dev.weir.report.html;

import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.HistoryChart;
import dev.weir.report.html.section.HistorySection;
import dev.weir.result.WholeFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Page of results over time, which needs no other file. */
public final class HistoryPage {
    private HistoryPage() {}

    /** Returns the page; links are relative to its file. */
    static String html(History history, Path file) {
        List<Chart> charts = new ArrayList<>();
        history.places()
                .filter(place -> !place.figure().values().isEmpty())
                .forEach(place -> charts.add(HistoryChart.of(place, charts.size())));
        return Page.of(
                "History: " + HistoryFormat.answer(history), HistorySection.of(history, charts, file), charts, false);
    }

    /**
     * Writes the page atomically.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(History history, Path file) {
        WholeFile.write(file, html(history, file));
    }
}
