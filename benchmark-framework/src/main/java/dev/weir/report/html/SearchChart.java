package dev.weir.report.html;

import dev.weir.result.StoredResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The rate-latency curve of a search, and what it found. */
final class SearchChart {
    private static final List<String> STATISTICS = List.of("p50", "p99", "p99.9");

    /** What its runs were for, and how they ended. */
    private enum Part {
        CURVE,
        PROBES,
        NOT_SUSTAINED;

        static Part of(Map<String, Object> point) {
            return !Boolean.TRUE.equals(point.get("sustained"))
                    ? NOT_SUSTAINED
                    : "curve".equals(point.get("kind")) ? CURVE : PROBES;
        }
    }

    private SearchChart() {}

    /** Its runs, by rate. */
    static List<Map<String, Object>> points(StoredResult search) {
        return search.mappings("curve").stream()
                .sorted(Comparator.comparingDouble(point -> number(point, "achievedMessagesPerSecond")))
                .toList();
    }

    /**
     * The curve of one headline.
     *
     * @param index of the search among the runs of its page
     */
    static Chart of(ShownRun search, int index, Headline headline) {
        String latency = headline.response() + "Nanos";
        List<Series> series = new ArrayList<>();
        List<Map<String, Object>> points = points(search.result());
        for (String statistic : STATISTICS) {
            add(statistic, "", latency, points, Part.CURVE, series);
            add(statistic, ", probes", latency, points, Part.PROBES, series);
            add(statistic, ", not sustained", latency, points, Part.NOT_SUSTAINED, series);
        }
        return new Chart(
                View.RATE_LATENCY,
                "search-" + index + "-" + headline.id(),
                headline.response() + " by achieved rate: " + search.label(),
                "",
                Axis.linear("achieved, messages per second", Kind.RATE),
                Axis.log("ms, of each run's measurement", Kind.MILLIS),
                series,
                List.of());
    }

    private static void add(
            String statistic,
            String suffix,
            String latency,
            List<Map<String, Object>> points,
            Part part,
            List<Series> series) {
        List<Map<String, Object>> chosen = points.stream()
                .filter(point -> Part.of(point) == part)
                // One that failed has a rate of 0, and no time.
                .filter(point -> Double.isFinite(millis(point, latency, statistic)))
                .toList();
        int color = STATISTICS.indexOf(statistic) + (part == Part.NOT_SUSTAINED ? STATISTICS.size() : 0);
        series.add(new Series(
                statistic + suffix,
                part == Part.CURVE ? Series.Look.MARKED : Series.Look.POINTS,
                color,
                !statistic.equals("p99.9"),
                Series.Merge.LARGEST,
                chosen.stream()
                        .map(point -> number(point, "achievedMessagesPerSecond"))
                        .toList(),
                List.of(),
                chosen.stream().map(point -> millis(point, latency, statistic)).toList()));
    }

    /** What searches came to: not one number, but the interval in which the highest sustainable rate lies. */
    static Tag found(List<ShownRun> searches) {
        Table table = Table.of(
                "search", "sustained msg/s", "confirmed", "not sustained msg/s", "why not", "ended early since");
        for (ShownRun search : searches) {
            StoredResult result = search.result();
            table.row(
                    search.label(),
                    rate(result.number("sustainedMessagesPerSecond")),
                    result.isTrue("confirmed") ? "yes" : "no",
                    rate(result.number("notSustainedMessagesPerSecond")),
                    result.text("notSustainedWhy").orElse(""),
                    result.text("ended").orElse(""));
        }
        return table.tag();
    }

    private static String rate(OptionalDouble rate) {
        return rate.isPresent() ? Kind.RATE.text(rate.getAsDouble()) : "none";
    }

    /**
     * Each of its runs, and why it was not sustained.
     *
     * @param page on which the table is going to stand
     */
    static Tag table(ShownRun search, Path page) {
        Table table = Table.of("asked for msg/s", "achieved msg/s", "for", "outcome", "sustained", "result");
        for (Map<String, Object> point : points(search.result())) {
            String name = String.valueOf(point.get("result"));
            String sustained = Boolean.TRUE.equals(point.get("sustained")) ? "yes" : "no: " + point.get("why");
            table.add(
                    "",
                    List.of(
                            Tag.of("span", Kind.RATE.text(number(point, "messagesPerSecond"))),
                            Tag.of("span", Kind.RATE.text(number(point, "achievedMessagesPerSecond"))),
                            Tag.of("span", String.valueOf(point.get("kind"))),
                            Tag.of("span", String.valueOf(point.get("outcome"))),
                            Tag.of("span", sustained),
                            PageLink.of(name, search.result().file().resolveSibling(name), page)));
        }
        return table.tag();
    }

    private static double number(Map<String, Object> point, String field) {
        return point.get(field) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static double millis(Map<String, Object> point, String latency, String statistic) {
        return point.get(latency) instanceof Map<?, ?> quantiles && quantiles.get(statistic) instanceof Number nanos
                ? nanos.doubleValue() / 1e6
                : Double.NaN;
    }
}
