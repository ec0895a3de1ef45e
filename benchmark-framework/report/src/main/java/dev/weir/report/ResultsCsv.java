package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Audit.AuditViolations;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunDocument.OmbLoad;
import dev.weir.result.document.RunDocument.OmbRun;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.omb.OmbLists.OmbRate;
import dev.weir.result.stored.StoredResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Writes results as a table with a row each. Columns of OMB's {@code --csv} come first, with its names and in its
 * order, then those of Redpanda's branch, then Weir's: {@code docs/result.md}. OMB puts the rates through a histogram of
 * one significant digit; here they are the rates of the intervals, weighted by time. Absent figures are empty cells.
 */
public final class ResultsCsv {
    private static final List<String> OMB_LATENCIES =
            List.of("aggregatedPublish", "aggregatedPublishDelay", "aggregatedEndToEnd");
    private static final List<String> OMB_FIGURES =
            List.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "Max");
    private static final List<String> TEXTS = List.of("workload", "driver", "version", "beginTime", "endTime");
    private static final List<String> OUR_LATENCIES = List.of("publishResponse", "endToEndResponse");
    private static final List<String> OUR_FIGURES = List.of("p50", "p99", "p99.9", "max");

    private ResultsCsv() {}

    /** Returns the names of the columns, then rows by message size, topics and partitions, as in OMB. */
    public static List<String> lines(List<StoredResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", header()));
        results.stream()
                .sorted(Comparator.comparingLong((StoredResult result) -> whole(result, OmbLoad::messageSize))
                        .thenComparingLong(result -> whole(result, OmbLoad::topics))
                        .thenComparingLong(result -> whole(result, OmbLoad::partitions))
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
            OMB_FIGURES.forEach(figure -> names.add(latency + "Latency" + figure));
        }
        names.addAll(List.of("outcome", "target-rate"));
        for (String latency : List.of("publish-response", "end-to-end-response")) {
            OUR_FIGURES.forEach(figure -> names.add(latency + "-" + figure + "-ms"));
        }
        names.addAll(List.of("lost", "duplicated", "reordered", "file", "client"));
        return names;
    }

    private static List<String> row(StoredResult result) {
        List<String> cells = new ArrayList<>();
        RunDocument document = result.document();
        OmbLoad load = document.load();
        cells.add(number(load.topics()));
        cells.add(number(load.partitions()));
        cells.add(number(load.messageSize()));
        cells.add(number(load.producersPerTopic()));
        cells.add(number(load.consumersPerTopic()));
        addRate(OmbRate.published(document.series()), cells);
        addRate(OmbRate.consumed(document.series()), cells);
        OmbRun run = document.run();
        Stream.of(run.workload(), run.driver(), run.version(), run.beginTime(), run.endTime())
                .forEach(text -> cells.add(text.orElse("")));
        Map<String, Object> totals = DocumentReader.fields(document.totals());
        addFigures(result, Latency.PUBLISH_SERVICE, OMB_LATENCIES.get(0), totals, cells);
        addFigures(result, Latency.SEND_DELAY, OMB_LATENCIES.get(1), totals, cells);
        addFigures(result, Latency.END_TO_END_SERVICE, OMB_LATENCIES.get(2), totals, cells);
        cells.add(document.outcome().map(Outcome::name).orElse(""));
        cells.add(number(load.producerRate().filter(Number.class::isInstance)));
        for (String latency : OUR_LATENCIES) {
            Optional<LatencySummary> summary = summary(result, latency);
            OUR_FIGURES.forEach(figure ->
                    cells.add(summary.map(each -> millis(each, figure)).orElse("")));
        }
        var audited = result.audit().filter(Audit::complete).map(Audit::violations);
        cells.add(count(audited, AuditViolations::lost));
        cells.add(count(audited, AuditViolations::duplicated));
        cells.add(count(audited, AuditViolations::reordered));
        cells.add(result.file().toString());
        cells.add(result.client().orElse(""));
        return cells;
    }

    private static void addRate(Optional<OmbRate> rate, List<String> cells) {
        Stream.<Function<OmbRate, Double>>of(OmbRate::min, OmbRate::mean, OmbRate::deviation, OmbRate::max)
                .forEach(figure ->
                        cells.add(rate.map(figure).map(ResultsCsv::decimal).orElse("")));
    }

    /** Adds the figures of a latency. OMB's fields are 0 if nothing was recorded; Weir's results distinguish that. */
    private static void addFigures(
            StoredResult result, Latency ours, String name, Map<String, Object> totals, List<String> cells) {
        boolean recorded =
                result.schemaVersion() == 0 || summary(result, ours.key()).isPresent();
        OMB_FIGURES.forEach(figure ->
                cells.add(recorded ? number(Optional.ofNullable(totals.get(name + "Latency" + figure))) : ""));
    }

    private static Optional<LatencySummary> summary(StoredResult result, String latency) {
        return Optional.ofNullable(result.weir().measurements().latency().get(latency))
                .map(RunMeasurements.Distribution::summary);
    }

    private static String millis(LatencySummary summary, String figure) {
        OptionalLong nanos = summary.nanos(figure);
        return (summary.isLowerBound(figure) ? ">" : "") + (nanos.isPresent() ? decimal(nanos.getAsLong() / 1e6) : "");
    }

    private static String count(Optional<AuditViolations> audited, Function<AuditViolations, OptionalLong> figure) {
        return audited.map(figure)
                .filter(OptionalLong::isPresent)
                .map(count -> decimal((double) count.getAsLong()))
                .orElse("");
    }

    private static String number(Optional<?> value) {
        return value.map(each -> decimal(((Number) each).doubleValue())).orElse("");
    }

    /** Formats milliseconds to a nanosecond, without trailing zeros. */
    private static String decimal(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP);
        return rounded.stripTrailingZeros().toPlainString();
    }

    private static long whole(StoredResult result, Function<OmbLoad, Optional<Number>> field) {
        return field.apply(result.document().load()).map(Number::longValue).orElse(0L);
    }
}
