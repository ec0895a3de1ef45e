package dev.weir.report.html.chart;

import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A chart on a page: its title, its drawing, and its figures as a table. */
public final class ChartFigure {
    private static final int MAX_ROWS = 40;

    private ChartFigure() {}

    /** Returns the element of a chart. One of several charts over time explains the letters of their marks. */
    public static Tag of(Chart chart, boolean explainsMarks) {
        Tag figure = Tag.of("figure").with("id", chart.id());
        figure.add(Tag.of("figcaption", chart.title()));
        if (!chart.note().isEmpty()) {
            figure.add(Tag.note(chart.note()));
        }
        figure.add(Tag.of("div").is("plot").add(Drawing.of(chart)), legend(chart));
        figure.add(explainsMarks && chart.hasTimes() ? marks(chart) : List.of());
        return figure.add(Tag.details("Figures", table(chart)));
    }

    /** Returns the legend; the script makes buttons of its entries. */
    private static Tag legend(Chart chart) {
        Tag list = Tag.of("ul").is("legend");
        chart.series().stream().filter(each -> !each.isEdge()).forEach(series -> {
            String shown = chart.shown().contains(series) ? "on" : "off";
            list.add(Tag.of("li").is(shown).add(key(series), Tag.of("span", series.name())));
        });
        return list;
    }

    private static Tag key(Series series) {
        Tag line = Tag.of("svg").is("key").with("viewBox", "0 0 22 10").with("aria-hidden", "true");
        if (series.look() == Series.Look.CROSSES) {
            line.add(Drawing.cross(11, 5, series.colorClass()));
        } else if (series.hasLine()) {
            line.add(Drawing.line(series, "M0 5L22 5"));
        }
        return series.hasDots() ? line.add(Drawing.dot(11, 5, 3.5, series.colorClass())) : line;
    }

    private static List<Tag> marks(Chart chart) {
        List<Mark> lettered = Mark.lettered(chart.marks());
        List<Tag> tags = new ArrayList<>();
        if (!lettered.isEmpty()) {
            Tag list = Tag.of("ul").is("marks");
            for (int i = 0; i < lettered.size(); i++) {
                Mark mark = lettered.get(i);
                String text = " " + NumberKind.SECONDS.text(mark.at()) + " " + mark.text();
                list.add(Tag.of("li").add(Tag.of("b", Mark.letter(i))).text(text));
            }
            tags.add(list);
        }
        if (lettered.size() < chart.marks().size()) {
            tags.add(Tag.note("Short strokes at the bottom: the longest pauses of Weir's own processes."));
        }
        return tags;
    }

    /** Returns the table of initially visible series: a row for each x, or for several merged ones. */
    private static Tag table(Chart chart) {
        Chart thinned = chart.x().kind() == NumberKind.SECONDS ? chart.thinned(MAX_ROWS) : chart;
        List<String> head = new ArrayList<>(List.of(chart.x().label()));
        thinned.shown().forEach(series -> head.add(series.name()));
        Table table = Table.of(head).numbersFrom(chart.x().kind() == NumberKind.CATEGORY ? 1 : 0);
        TreeSet<Double> xs = new TreeSet<>();
        thinned.shown().forEach(series -> xs.addAll(series.xs()));
        for (double x : xs) {
            List<String> row = new ArrayList<>(List.of(chart.x().text(x)));
            for (Series series : thinned.shown()) {
                int index = series.xs().indexOf(x);
                double y = index < 0 ? Double.NaN : series.ys().get(index);
                row.add(Double.isFinite(y) ? chart.y().text(y) : "");
            }
            table.row(row);
        }
        boolean means = chart.series().stream().anyMatch(series -> series.merge() == Series.Merge.MEAN);
        String merged = thinned.points() < chart.points()
                ? " (merged from " + chart.points() + " intervals: " + (means ? "means" : "the largest of each") + ")"
                : "";
        return Tag.of("div").add(Tag.note(chart.y().label() + merged), table.tag());
    }
}
