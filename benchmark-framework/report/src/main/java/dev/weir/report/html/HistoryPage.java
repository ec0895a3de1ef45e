package dev.weir.report.html;

import dev.weir.report.history.FigureHistory;
import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.history.LevelChange;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartFigure;
import dev.weir.report.html.chart.HistoryChart;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
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
        return Page.of("History: " + HistoryFormat.answer(history), content(history, charts, file), charts, false);
    }

    /**
     * Writes the page atomically.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(History history, Path file) {
        WholeFile.write(file, html(history, file));
    }

    /** Returns sections about results over time: what the noise forbids, the states, the charts, the changes. */
    private static List<Tag> content(History history, List<Chart> charts, Path page) {
        Tag header = Tag.of("header")
                .with("id", "top")
                .add(
                        Tag.of("h1", HistoryFormat.answer(history)),
                        Tag.of("p", HistoryFormat.runs(history) + ".").is("meaning"));
        List<Tag> tags = new ArrayList<>(List.of(header));
        List<String> limits = HistoryFormat.limits(history);
        if (!limits.isEmpty()) {
            Tag list = Tag.of("ul");
            limits.forEach(limit -> list.add(Tag.of("li", limit)));
            tags.add(Tag.section("limits", "Limits")
                    .add(Tag.of("p", "These figures do not show " + HistoryFormat.wanted(history) + ":"), list));
        }
        Tag section = Tag.section("levels", "Latest levels").is("verdicts").add(levels(history));
        tags.add(section.add(Tag.of("p", HistoryFormat.basis(history)).is("note")));
        Tag drawn = Tag.section("charts", "Charts");
        charts.forEach(chart -> drawn.add(ChartFigure.of(chart, false)));
        tags.add(drawn);
        Tag changes = changes(history, page);
        if (!changes.isEmpty()) {
            tags.add(Tag.section("changes", "Changes").add(changes));
        }
        return tags;
    }

    private static Tag levels(History history) {
        Table table = Table.of("", "series", "figure", "latest level", "latest change", "first version");
        history.places().forEach(place -> {
            FigureHistory figure = place.figure();
            var last = figure.last();
            table.add(
                    "",
                    List.of(
                            Tag.of("span", figure.state().word()).is("badge " + style(figure.state())),
                            Tag.of("span", place.series().series().name()),
                            Tag.of("span", figure.figure().text()),
                            Tag.of("span", HistoryFormat.level(figure)),
                            Tag.of("span", last.map(HistoryFormat::change).orElse("none")),
                            Tag.of(
                                    "span",
                                    last.map(change -> change.first().title()).orElse(""))));
        });
        return table.tag();
    }

    private static String style(FigureHistory.State state) {
        return switch (state) {
            case WORSE -> "invalid";
            case BETTER -> "valid";
            case STEADY -> "omb";
            case UNKNOWN, MISSING -> "degraded";
        };
    }

    private static Tag changes(History history, Path page) {
        Table table = Table.of("figure", "", "change", "interval", "when, and which versions", "first run");
        history.places().forEach(place -> {
            for (LevelChange change : place.figure().changes()) {
                Path file = change.first().file();
                table.add(
                        "",
                        List.of(
                                Tag.of("span", place.name()),
                                Tag.of("span", HistoryFormat.direction(change, place.figure())),
                                Tag.of("span", HistoryFormat.change(change)),
                                Tag.of("span", HistoryFormat.interval(change)),
                                Tag.of("span", HistoryFormat.place(change)),
                                PageLink.of(String.valueOf(file.getFileName()), file, page)));
            }
        });
        return table.isEmpty() ? Tag.of("div") : table.tag();
    }
}
