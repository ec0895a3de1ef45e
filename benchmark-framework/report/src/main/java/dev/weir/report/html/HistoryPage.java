package dev.weir.report.html;

import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.history.FigureHistory;
import dev.weir.report.history.FigureHistory.LevelChange;
import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.history.HistoryRun;
import dev.weir.report.html.chart.Axis;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartFigure;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.chart.Series;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Page of results over time, which needs no other file. */
public final class HistoryPage {
    private HistoryPage() {}

    /** Returns the page; links are relative to its file. */
    static String html(History history, Path file) {
        List<Chart> charts = new ArrayList<>();
        history.figures().stream()
                .filter(figure -> !figure.values().isEmpty())
                .forEach(figure -> charts.add(chart(figure, charts.size())));
        return HtmlReport.page(
                "History: " + HistoryFormat.answer(history), content(history, charts, file), charts, false);
    }

    /** Writes the page as {@link WholeFile#write} does. */
    public static void write(History history, Path file) {
        WholeFile.write(file, html(history, file));
    }

    private static List<Tag> content(History history, List<Chart> charts, Path page) {
        Tag runs = Tag.of("p", HistoryFormat.runs(history) + ".").is("meaning");
        Tag header = Tag.of("header").with("id", "top").add(Tag.of("h1", HistoryFormat.answer(history)), runs);
        List<Tag> tags = new ArrayList<>(List.of(header));
        Tag limits = Tag.of("ul");
        HistoryFormat.limits(history).forEach(limit -> limits.add(Tag.of("li", limit)));
        if (!limits.isEmpty()) {
            Tag what = Tag.of("p", "These figures do not show " + HistoryFormat.wanted(history) + ":");
            tags.add(Tag.section("limits", "Limits").add(what, limits));
        }
        Tag section = Tag.section("levels", "Latest levels").is("verdicts").add(levels(history));
        tags.add(section.add(Tag.note(HistoryFormat.basis(history))));
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
        history.figures().forEach(figure -> {
            var last = figure.last();
            table.row(
                    Tag.of("span", figure.state().word()).is("badge " + style(figure.state())),
                    figure.series().name(),
                    figure.figure().text(),
                    HistoryFormat.level(figure),
                    last.map(HistoryFormat::change).orElse("none"),
                    last.map(change -> change.first().title()).orElse(""));
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
        history.figures().forEach(figure -> {
            for (LevelChange change : figure.changes()) {
                Path file = change.first().file();
                table.row(
                        figure.name(),
                        HistoryFormat.direction(change, figure),
                        HistoryFormat.change(change),
                        HistoryFormat.interval(change),
                        HistoryFormat.place(change),
                        PageLink.of(String.valueOf(file.getFileName()), file, page));
            }
        });
        return table.isEmpty() ? Tag.of("div") : table.tag();
    }

    /** Returns the chart of a figure, relative to its first level, because an axis from 0 would hide small changes. */
    private static Chart chart(FigureHistory figure, int index) {
        List<Double> xs = IntStream.range(0, figure.runs().size())
                .asDoubleStream()
                .boxed()
                .toList();
        List<Series> series = new ArrayList<>();
        var ys = figure.values().stream().map(value -> percent(value, figure)).toList();
        series.add(Series.of("runs", Series.Look.POINTS, 0, true, xs, ys));
        series.addAll(levels(figure, xs));
        var dates = figure.runs().stream().map(HistoryRun::date).toList();
        Axis x = Axis.of("begin of the run", dates);
        String first = text(figure.levels().get(0), figure);
        Axis y = Axis.linear("% above or below the first level, " + first, NumberKind.PLAIN);
        String id = "history-" + (index + 1);
        return new Chart(View.SWEEP, id, figure.name(), "", x, y, series, marks(figure));
    }

    private static double percent(double value, FigureHistory figure) {
        return 100 * (value / figure.levels().get(0) - 1);
    }

    private static String text(double value, FigureHistory figure) {
        return ComparisonFormat.value(figure.figure(), OptionalDouble.of(value)) + " "
                + ComparisonFormat.unit(figure.figure());
    }

    private static List<Mark> marks(FigureHistory figure) {
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < figure.runs().size(); i++) {
            for (LevelChange change : figure.changes()) {
                if (change.index() == i) {
                    String text = HistoryFormat.change(change) + " " + HistoryFormat.place(change);
                    marks.add(Mark.event(i - 0.5, text));
                }
            }
            String version = figure.runs().get(i).version().text();
            marks.add(new Mark(i, Mark.Weight.POINT, text(figure.values().get(i), figure) + ", " + version));
        }
        return marks;
    }

    private static List<Series> levels(FigureHistory figure, List<Double> xs) {
        List<Series> series = new ArrayList<>();
        List<Double> levels = figure.levels();
        int begin = 0;
        for (int i = 0; i < levels.size(); i++) {
            int end = i + 1 < levels.size() ? figure.changes().get(i).index() : xs.size();
            double level = percent(levels.get(i), figure);
            List<Double> ofLevel = xs.subList(begin, end);
            String name = "level " + (i + 1) + ", " + text(levels.get(i), figure);
            List<Double> ys = Collections.nCopies(ofLevel.size(), level);
            series.add(Series.of(name, Series.Look.LINE, 1, true, ofLevel, ys));
            begin = end;
        }
        return series;
    }
}
