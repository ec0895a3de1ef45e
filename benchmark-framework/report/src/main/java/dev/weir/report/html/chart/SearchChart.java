package dev.weir.report.html.chart;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Outcome;
import dev.weir.result.search.SearchDocument;
import dev.weir.result.search.SearchDocument.SearchedPoint;
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

    /** Kinds of points: purpose and outcome of its runs. */
    private enum Part {
        CURVE,
        PROBES,
        NOT_SUSTAINED;

        static Part of(SearchedPoint point) {
            return !point.sustained() ? NOT_SUSTAINED : point.kind().equals("curve") ? CURVE : PROBES;
        }
    }

    private SearchChart() {}

    private static List<SearchedPoint> points(StoredResult search) {
        return search.search().stream()
                .flatMap(found -> found.curve().stream())
                .sorted(Comparator.comparingDouble(SearchedPoint::achievedMessagesPerSecond))
                .toList();
    }

    /**
     * Returns the curve of one headline latency.
     *
     * @param index index of the search among the runs of its page
     */
    public static Chart of(ShownRun search, int index, Headline headline) {
        List<Series> series = new ArrayList<>();
        List<SearchedPoint> points = points(search.result());
        for (String statistic : STATISTICS) {
            add(statistic, "", headline, points, Part.CURVE, series);
            add(statistic, ", probes", headline, points, Part.PROBES, series);
            add(statistic, ", not sustained", headline, points, Part.NOT_SUSTAINED, series);
        }
        series.addAll(ThresholdLines.ofLatency(List.of(search), headline.response(), series));
        return new Chart(
                View.RATE_LATENCY,
                "search-" + index + "-" + headline.id(),
                headline.response() + " by achieved rate: " + search.label(),
                "",
                Axis.linear("achieved, messages per second", NumberKind.RATE),
                Axis.log("ms, of each run's measurement", NumberKind.MILLIS),
                series,
                points.stream()
                        .filter(point -> Part.of(point) == Part.NOT_SUSTAINED)
                        .map(point -> new Mark(
                                point.achievedMessagesPerSecond(), Mark.Weight.POINT, "not sustained: " + point.why()))
                        .toList());
    }

    private static void add(
            String statistic,
            String suffix,
            Headline headline,
            List<SearchedPoint> points,
            Part part,
            List<Series> series) {
        List<SearchedPoint> chosen = points.stream()
                .filter(point -> Part.of(point) == part)
                // A failed run has a rate of 0, and no latency.
                .filter(point -> Double.isFinite(millis(point, headline, statistic)))
                .toList();
        int color = STATISTICS.indexOf(statistic) + (part == Part.NOT_SUSTAINED ? STATISTICS.size() : 0);
        series.add(Series.of(
                statistic + suffix,
                switch (part) {
                    case CURVE -> Series.Look.MARKED;
                    case PROBES -> Series.Look.POINTS;
                    case NOT_SUSTAINED -> Series.Look.CROSSES;
                },
                color,
                !statistic.equals("p99.9"),
                chosen.stream().map(SearchedPoint::achievedMessagesPerSecond).toList(),
                chosen.stream().map(point -> millis(point, headline, statistic)).toList()));
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

    /** Returns a table with each of its runs, and why it was not sustained. */
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
