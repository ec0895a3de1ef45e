package dev.weir.report.html.chart;

import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.history.FigureHistory;
import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.history.HistoryRun;
import dev.weir.report.history.LevelChange;
import dev.weir.report.html.tag.NumberKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A figure of a series of runs over time, with its levels and the changes between them. Its values are relative to the
 * first level, because a change of a few percent could not be seen on an axis from 0.
 */
public final class HistoryChart {
    private HistoryChart() {}

    /**
     * Returns the chart of a figure that at least one run has.
     *
     * @param index index of the figure on its page
     */
    public static Chart of(History.FigurePlace place, int index) {
        FigureHistory figure = place.figure();
        List<Double> xs = IntStream.range(0, figure.runs().size())
                .mapToObj(i -> (double) i)
                .toList();
        List<Series> series = new ArrayList<>();
        series.add(Series.of(
                "runs",
                Series.Look.POINTS,
                0,
                true,
                xs,
                figure.values().stream().map(value -> percent(value, figure)).toList()));
        series.addAll(levels(figure, xs));
        return new Chart(
                View.SWEEP,
                "history-" + (index + 1),
                place.name(),
                "",
                Axis.of(
                        "begin of the run",
                        figure.runs().stream().map(HistoryRun::date).toList()),
                Axis.linear(
                        "% above or below the first level, "
                                + text(figure.levels().get(0), figure),
                        NumberKind.PLAIN),
                series,
                marks(figure));
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
                    marks.add(new Mark(i - 0.5, Mark.Weight.EVENT, text));
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
            series.add(Series.of(
                    "level " + (i + 1) + ", " + text(levels.get(i), figure),
                    Series.Look.LINE,
                    1,
                    true,
                    ofLevel,
                    ofLevel.stream().map(any -> level).toList()));
            begin = end;
        }
        return series;
    }
}
