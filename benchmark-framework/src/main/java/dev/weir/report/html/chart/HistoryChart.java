package dev.weir.report.html.chart;

import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.history.FigureHistory;
import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.history.HistoryRun;
import dev.weir.report.history.LevelChange;
import dev.weir.report.html.tag.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A figure of a series of runs over time, with its levels and the changes between them. */
public final class HistoryChart {
    private static final double NANOS_PER_MILLI = 1e6;

    private HistoryChart() {}

    /**
     * Returns the chart of a figure.
     *
     * @param index index of the figure on its page
     */
    public static Chart of(History.Place place, int index) {
        FigureHistory figure = place.figure();
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < figure.runs().size(); i++) {
            marks.add(new Mark(
                    i, Mark.Weight.POINT, figure.runs().get(i).version().text()));
            for (LevelChange change : figure.changes()) {
                if (change.index() == i) {
                    marks.add(new Mark(
                            i - 0.5,
                            Mark.Weight.EVENT,
                            HistoryFormat.change(change) + " " + HistoryFormat.place(change)));
                }
            }
        }
        List<Double> xs = IntStream.range(0, figure.runs().size())
                .mapToObj(i -> (double) i)
                .toList();
        double unit = figure.figure().metric().isTime() ? NANOS_PER_MILLI : 1;
        List<Series> series = new ArrayList<>();
        series.add(Series.of(
                "runs",
                Series.Look.POINTS,
                0,
                true,
                xs,
                figure.values().stream().map(value -> value / unit).toList()));
        series.addAll(levels(figure, xs, unit));
        return new Chart(
                View.SWEEP,
                "history-" + (index + 1),
                place.name(),
                "",
                Axis.of(
                        "begin of the run",
                        figure.runs().stream().map(HistoryRun::date).toList()),
                Axis.log(
                        ComparisonFormat.unit(figure.figure()) + ", of the whole measurement",
                        figure.figure().metric().isTime() ? Kind.MILLIS : Kind.RATE),
                series,
                marks);
    }

    /** Returns a line for each level. */
    private static List<Series> levels(FigureHistory figure, List<Double> xs, double unit) {
        List<Series> series = new ArrayList<>();
        List<Double> levels = figure.levels();
        int begin = 0;
        for (int i = 0; i < levels.size(); i++) {
            int end = i + 1 < levels.size() ? figure.changes().get(i).index() : xs.size();
            double level = levels.get(i) / unit;
            series.add(Series.of(
                    "level " + (i + 1),
                    Series.Look.LINE,
                    1,
                    true,
                    xs.subList(begin, end),
                    xs.subList(begin, end).stream().map(any -> level).toList()));
            begin = end;
        }
        return series;
    }
}
