package dev.weir.report.html.chart;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Outcome;
import dev.weir.result.search.SearchResult.SearchDocument;
import dev.weir.result.search.SearchResult.SearchDocument.SearchedPoint;
import dev.weir.result.stored.FolderFile;
import dev.weir.result.stored.StoredResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rate-latency curve of a search, and its result. */
public final class SearchChart {
    private static final List<String> STATISTICS = List.of("p50", "p99", "p99.9");

    private SearchChart() {}

    private static List<SearchedPoint> points(StoredResult search) {
        return search.search().stream()
                .flatMap(found -> found.curve().stream())
                .sorted(Comparator.comparingDouble(SearchedPoint::achievedMessagesPerSecond))
                .toList();
    }

    /** Returns the curve of one headline latency of the search with this index on its page. */
    public static Chart of(ShownRun search, int index, Headline headline) {
        List<Series> series = new ArrayList<>();
        List<SearchedPoint> points = points(search.result());
        for (String statistic : STATISTICS) {
            series.add(series(statistic, "", headline, points, Series.Look.MARKED));
            series.add(series(statistic, ", probes", headline, points, Series.Look.POINTS));
            series.add(series(statistic, ", not sustained", headline, points, Series.Look.CROSSES));
        }
        series.addAll(ThresholdLines.ofLatency(List.of(search), headline.response(), series));
        List<Mark> marks = new ArrayList<>();
        points.stream()
                .filter(point -> !point.sustained())
                .forEach(point -> marks.add(new Mark(
                        point.achievedMessagesPerSecond(), Mark.Weight.POINT, "not sustained: " + point.why())));
        String id = "search-" + index + "-" + headline.id();
        String title = headline.response() + " by achieved rate: " + search.label();
        Axis x = Axis.linear("achieved, messages per second", NumberKind.RATE);
        Axis y = Axis.log("ms, of each run's measurement", NumberKind.MILLIS);
        return new Chart(View.RATE_LATENCY, id, title, "", x, y, series, marks);
    }

    /** Returns the look of points by the purpose and the outcome of their runs. */
    private static Series.Look look(SearchedPoint point) {
        return !point.sustained()
                ? Series.Look.CROSSES
                : point.kind().equals("curve") ? Series.Look.MARKED : Series.Look.POINTS;
    }

    private static Series series(
            String statistic, String suffix, Headline headline, List<SearchedPoint> points, Series.Look look) {
        List<SearchedPoint> chosen = points.stream()
                .filter(point -> look(point) == look)
                // A failed run has a rate of 0, and no latency.
                .filter(point -> Double.isFinite(millis(point, headline, statistic)))
                .toList();
        int color = STATISTICS.indexOf(statistic) + (look == Series.Look.CROSSES ? STATISTICS.size() : 0);
        var xs = chosen.stream().map(SearchedPoint::achievedMessagesPerSecond).toList();
        var ys =
                chosen.stream().map(point -> millis(point, headline, statistic)).toList();
        return Series.of(statistic + suffix, look, color, !statistic.equals("p99.9"), xs, ys);
    }

    /** Returns the answers of searches: the interval that contains the highest sustainable rate. */
    public static Tag found(List<ShownRun> searches) {
        Table table = Table.of(
                "search", "sustained msg/s", "confirmed", "not sustained msg/s", "why not", "ended early since");
        for (ShownRun search : searches) {
            search.result()
                    .search()
                    .map(SearchDocument::answer)
                    .ifPresent(answer -> table.row(
                            search.label(),
                            rate(answer.sustainedMessagesPerSecond()),
                            answer.confirmed() ? "yes" : "no",
                            rate(answer.notSustainedMessagesPerSecond()),
                            answer.notSustainedWhy(),
                            answer.ended()));
        }
        return table.tag();
    }

    private static String rate(Optional<Number> rate) {
        return rate.map(each -> NumberKind.RATE.text(each.doubleValue())).orElse("none");
    }

    public static Tag table(ShownRun search, Path page) {
        Table table = Table.of("target msg/s", "achieved msg/s", "for", "outcome", "sustained", "result");
        for (SearchedPoint point : points(search.result())) {
            table.row(
                    Cells.number(point.messagesPerSecond(), NumberKind.RATE),
                    NumberKind.RATE.text(point.achievedMessagesPerSecond()),
                    point.kind(),
                    point.outcome().map(Outcome::name).orElse(""),
                    point.sustained() ? "yes" : "no: " + point.why(),
                    FolderFile.of(search.result().file().resolveSibling(""), point.result())
                            .map(file -> PageLink.of(point.result(), file, page))
                            .orElseGet(() -> Tag.of("span", point.result())));
        }
        return table.tag();
    }

    private static double millis(SearchedPoint point, Headline headline, String statistic) {
        var latencies = Map.of(Headline.PUBLISH, point.publish(), Headline.END_TO_END, point.endToEnd());
        return Optional.ofNullable(latencies.get(headline))
                .flatMap(SearchDocument.Quantiles::nanos)
                .map(quantiles -> quantiles.get(statistic))
                .map(nanos -> nanos / 1e6)
                .orElse(Double.NaN);
    }
}
