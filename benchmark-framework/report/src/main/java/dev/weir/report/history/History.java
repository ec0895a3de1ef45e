package dev.weir.report.history;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.goal.MetricFigure;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Results over time. Renderers only read it.
 *
 * @param series series of comparable runs, in the order of their first runs
 * @param figures figures of the series, in their order; of each at least one
 * @param leftOut why results are left out, with their number
 */
public record History(
        HistoryRules rules, List<RunSeries> series, List<FigureHistory> figures, SortedMap<String, Integer> leftOut) {
    public History {
        series = List.copyOf(series);
        figures = List.copyOf(figures);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    public static History of(List<StoredResult> results, HistoryRules rules) {
        SortedMap<String, Integer> leftOut = new TreeMap<>();
        List<RunSeries> series = RunSeries.of(results, rules.differs(), leftOut);
        var figures = series.stream().flatMap(each -> figures(each, rules)).toList();
        return new History(rules, series, figures, leftOut);
    }

    private static Stream<FigureHistory> figures(RunSeries series, HistoryRules rules) {
        // Of the first run, so that a later run without a latency does not change what is followed.
        var first = new RunGroup(series.name(), series.runs().get(0).equal());
        List<MetricFigure> figures = rules.figures().isEmpty() ? Comparison.defaults(first, first) : rules.figures();
        // Each figure takes its share of the false alarms.
        ChangeDetector test = HistoryRules.test(figures.size());
        return figures.stream().map(figure -> FigureHistory.of(figure, series, test, rules));
    }

    public List<FigureHistory> in(FigureHistory.State state) {
        return figures.stream().filter(figure -> figure.state() == state).toList();
    }
}
