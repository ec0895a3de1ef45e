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
 * @param leftOut why results are left out, with their number
 */
public record History(HistoryRules rules, List<SeriesHistory> series, SortedMap<String, Integer> leftOut) {
    public History {
        series = List.copyOf(series);
        leftOut = Collections.unmodifiableSortedMap(new TreeMap<>(leftOut));
    }

    public static History of(List<StoredResult> results, HistoryRules rules) {
        SortedMap<String, Integer> leftOut = new TreeMap<>();
        List<SeriesHistory> series = RunSeries.of(results, rules.differs(), leftOut).stream()
                .map(each -> SeriesHistory.of(each, rules))
                .toList();
        return new History(rules, series, leftOut);
    }

    public Stream<FigureHistory> figures() {
        return series.stream().flatMap(each -> each.figures().stream());
    }

    public List<FigureHistory> in(FigureHistory.State state) {
        return figures().filter(figure -> figure.state() == state).toList();
    }

    /** A series with its figures, at least one. */
    public record SeriesHistory(RunSeries series, List<FigureHistory> figures) {
        public SeriesHistory {
            figures = List.copyOf(figures);
        }

        static SeriesHistory of(RunSeries series, HistoryRules rules) {
            // Of the first run, so that a later run without a latency does not change what is followed.
            var first = new RunGroup(series.name(), series.runs().get(0).equal());
            List<MetricFigure> figures =
                    rules.figures().isEmpty() ? Comparison.defaults(first, first) : rules.figures();
            // Each figure takes its share of the false alarms.
            ChangeDetector test = HistoryRules.test(figures.size());
            return new SeriesHistory(
                    series,
                    figures.stream()
                            .map(figure -> FigureHistory.of(figure, series, test, rules))
                            .toList());
        }
    }
}
