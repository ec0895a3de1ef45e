package dev.weir.report.search;

import dev.weir.report.DurabilityText;
import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.result.code.Outcome;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.search.SearchResult;
import dev.weir.result.search.SearchResult.SearchPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Shows the result of a search, and the rate-latency curve, for a terminal of 80 columns. */
public final class SearchSummary {

    private SearchSummary() {}

    /** Returns the lines of the table; the first states the result. */
    public static List<String> lines(SearchResult search) {
        List<String> lines = new ArrayList<>();
        var rates = search.rates();
        lines.add(search.validity() + "  SUSTAINED " + rate(rates.sustained(), "nothing")
                + (rates.sustained().isPresent() && !rates.confirmed() ? " (not confirmed)" : "")
                + ", NOT SUSTAINED " + rate(rates.notSustained(), "nothing that was tried") + "  "
                + search.workload().name() + " on " + search.stands().driver().name());
        lines.addAll(Paragraph.lines("  runs: ", "    ", outcomes(search)));
        if (!rates.whyNotSustained().isEmpty()) {
            lines.addAll(Paragraph.lines("  not sustained: ", "    ", rates.whyNotSustained()));
        }
        if (!search.ended().isEmpty()) {
            lines.addAll(Paragraph.lines("  ended early: ", "    ", search.ended()));
        }
        lines.add("");
        lines.add(String.format("%22s%27s%27s", "messages/s", "publishResponse, ms", "endToEndResponse, ms"));
        lines.add(String.format(
                "%11s%11s%11s%8s%8s%11s%8s%8s", "target", "achieved", "p50", "p99", "p99.9", "p50", "p99", "p99.9"));
        search.points().stream()
                .sorted(Comparator.comparingDouble(SearchPoint::messagesPerSecond))
                .map(SearchSummary::row)
                .forEach(lines::add);
        lines.addAll(DurabilityText.lines(DurabilityText.brief(search.stands().durability())));
        return lines;
    }

    private static String outcomes(SearchResult search) {
        return search.outcomes().entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + (search.validity() == Outcome.VALID
                        ? ""
                        : "; at one of the two rates the last run is " + search.validity()
                                + ": the reasons are in its result");
    }

    private static String rate(OptionalDouble rate, String none) {
        return rate.isPresent() ? Figures.rate(rate.getAsDouble()) + " msg/s" : none;
    }

    private static String row(SearchPoint point) {
        String target = Figures.rate(point.messagesPerSecond());
        String achieved = Figures.rate(point.achievedMessagesPerSecond());
        var row = new StringBuilder(String.format(Locale.ROOT, "%11s%11s", target, achieved));
        for (String latency : List.of("publishResponse", "endToEndResponse")) {
            LatencySummary summary = point.latency().get(latency);
            for (String quantile : List.of("p50", "p99", "p99.9")) {
                String cell = summary == null ? "-" : Figures.millis(summary, quantile);
                row.append(String.format(quantile.equals("p50") ? "%11s" : "%8s", cell));
            }
        }
        return row.append(point.sustained() ? "" : " no").toString();
    }
}
