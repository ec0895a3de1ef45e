package dev.weir.report.history;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.RunGroup;
import dev.weir.workload.goal.MetricFigure;
import java.util.List;

/**
 * A series with its figures.
 *
 * @param figures at least one
 */
public record SeriesHistory(RunSeries series, List<FigureHistory> figures) {
    public SeriesHistory {
        figures = List.copyOf(figures);
    }

    static SeriesHistory of(RunSeries series, HistoryRules rules) {
        // Of the first run, so that a later run without a latency does not change what is followed.
        var first = new RunGroup(series.name(), series.runs().get(0).equal());
        List<MetricFigure> figures = rules.figures().isEmpty() ? Comparison.defaults(first, first) : rules.figures();
        // Each figure takes its share of the false alarms.
        ChangeDetector test = HistoryRules.test(figures.size());
        return new SeriesHistory(
                series,
                figures.stream()
                        .map(figure -> FigureHistory.of(figure, series, test, rules))
                        .toList());
    }
}
