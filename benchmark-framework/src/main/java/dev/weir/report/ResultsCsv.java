package dev.weir.report;

import dev.weir.result.StoredResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Results as a table, a row each: the columns of OMB's {@code --csv} first, under its names and in its order, then those
 * that Redpanda's line adds, then ours.
 * {@code docs/result.md} lists them. OMB puts the rates through a histogram of one significant digit; here they are what
 * the intervals say. A cell is empty where the result does not know.
 */
public final class ResultsCsv {
    private static final List<String> OMB_LATENCIES = List.of("Publish", "PublishDelay", "EndToEnd");
    private static final List<String> OMB_FIGURES =
            List.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "Max");
    private static final List<String> TEXTS = List.of("workload", "driver", "version", "beginTime", "endTime");
    private static final Map<String, String> OUR_NAMES =
            Map.of("Publish", "publishService", "PublishDelay", "sendDelay", "EndToEnd", "endToEndService");
    private static final List<String> OUR_LATENCIES = List.of("publishResponse", "endToEndResponse");
    private static final List<String> OUR_FIGURES = List.of("p50", "p99", "p99.9", "max");

    private ResultsCsv() {}

    /** The table, a line with the names of the columns first; ordered by message size, topics and partitions, as OMB's. */
    public static List<String> lines(List<StoredResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", header()));
        results.stream()
                .sorted(Comparator.comparingLong((StoredResult result) -> whole(result, "messageSize"))
                        .thenComparingLong(result -> whole(result, "topics"))
                        .thenComparingLong(result -> whole(result, "partitions"))
                        .thenComparing(StoredResult::file))
                .forEach(result -> lines.add(CsvLine.of(row(result))));
        return lines;
    }

    private static List<String> header() {
        List<String> names = new ArrayList<>(
                List.of("topics", "partitions", "message-size", "producers-per-topic", "consumers-per-topic"));
        for (String rate : List.of("prod-rate", "con-rate")) {
            List.of("min", "avg", "std-dev", "max").forEach(figure -> names.add(rate + "-" + figure));
        }
        names.addAll(TEXTS);
        for (String latency : OMB_LATENCIES) {
            OMB_FIGURES.forEach(figure -> names.add("aggregated" + latency + "Latency" + figure));
        }
        names.addAll(List.of("outcome", "target-rate"));
        for (String latency : List.of("publish-response", "end-to-end-response")) {
            OUR_FIGURES.forEach(figure -> names.add(latency + "-" + figure + "-ms"));
        }
        names.addAll(List.of("lost", "duplicated", "reordered", "file"));
        return names;
    }

    private static List<String> row(StoredResult result) {
        List<String> cells = new ArrayList<>();
        List.of("topics", "partitions", "messageSize", "producersPerTopic", "consumersPerTopic")
                .forEach(field -> cells.add(number(result.number(field))));
        addRate(result, "publishRate", cells);
        addRate(result, "consumeRate", cells);
        TEXTS.forEach(field -> cells.add(result.text(field).orElse("")));
        for (String latency : OMB_LATENCIES) {
            OMB_FIGURES.forEach(figure -> cells.add(number(ombFigure(result, latency, figure))));
        }
        cells.add(result.text("outcome").orElse(""));
        cells.add(number(result.number("producerRate")));
        for (String latency : OUR_LATENCIES) {
            OUR_FIGURES.forEach(
                    figure -> cells.add(greater(result, latency, figure) + millis(nanos(result, latency, figure))));
        }
        boolean audited = result.isTrue("weir", "audit", "complete");
        List.of("lost", "duplicated", "reordered")
                .forEach(figure -> cells.add(audited ? number(result.number("weir", "audit", figure)) : ""));
        cells.add(result.file().toString());
        return cells;
    }

    /** Minimum, mean, standard deviation and maximum over the intervals of the measurement. */
    private static void addRate(StoredResult result, String field, List<String> cells) {
        double[] rates = result.series(field).toArray();
        if (rates.length == 0) {
            cells.addAll(List.of("", "", "", ""));
            return;
        }
        var summary = new DoubleSummaryStatistics();
        double squares = 0;
        for (double rate : rates) {
            summary.accept(rate);
        }
        for (double rate : rates) {
            squares += (rate - summary.getAverage()) * (rate - summary.getAverage());
        }
        cells.add(decimal(summary.getMin()));
        cells.add(decimal(summary.getAverage()));
        cells.add(decimal(Math.sqrt(squares / rates.length)));
        cells.add(decimal(summary.getMax()));
    }

    /** OMB's fields read 0 where nothing was recorded; of ours it is known. */
    private static OptionalDouble ombFigure(StoredResult result, String latency, String figure) {
        String ours = Objects.requireNonNull(OUR_NAMES.get(latency));
        boolean recorded = result.schemaVersion() == 0
                || result.number("weir", "latency", ours, "summary", "count").isPresent();
        return recorded ? result.number("aggregated" + latency + "Latency" + figure) : OptionalDouble.empty();
    }

    private static OptionalDouble nanos(StoredResult result, String latency, String figure) {
        return figure.equals("max")
                ? result.number("weir", "latency", latency, "summary", "maxNanos")
                : result.number("weir", "latency", latency, "summary", "quantilesNanos", figure);
    }

    /** What stands before a lower bound. */
    private static String greater(StoredResult result, String latency, String figure) {
        boolean greater = Optional.ofNullable(result.latencies().get(latency))
                .map(each -> each.summary().greaterThan().contains(figure))
                .orElse(false);
        return greater ? ">" : "";
    }

    private static String millis(OptionalDouble nanos) {
        return nanos.isPresent() ? decimal(nanos.getAsDouble() / 1e6) : "";
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? decimal(value.getAsDouble()) : "";
    }

    /** To a nanosecond of a latency in milliseconds, without zeros that say nothing. */
    private static String decimal(double value) {
        return BigDecimal.valueOf(value)
                .setScale(6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static long whole(StoredResult result, String field) {
        return result.whole(field).orElse(0);
    }
}
