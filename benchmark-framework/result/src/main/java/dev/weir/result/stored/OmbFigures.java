package dev.weir.result.stored;

import dev.weir.measure.Latency;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunDocument.OmbLoad;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.omb.OmbLists.OmbLatency;
import dev.weir.result.omb.OmbLists.OmbTotals;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads intervals and latencies of the OpenMessaging Benchmark's result files, of all its three branches. They contain
 * percentiles without counts, and no histograms. Their times start at the late send, and are whole milliseconds end to
 * end. The true length of an interval is unknown.
 */
final class OmbFigures {
    private static final double DEFAULT_INTERVAL_SECONDS = 10;

    private OmbFigures() {}

    static OptionalDouble target(RunDocument document) {
        double rate = document.load().producerRate().orElse(0) instanceof Number number ? number.doubleValue() : 0;
        return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
    }

    /** Returns the fields of the load that OMB's files repeat, by their names in workload files. */
    static Map<String, String> load(OmbLoad load) {
        Map<String, String> fields = new TreeMap<>();
        put("topics", load.topics(), fields);
        put("partitionsPerTopic", load.partitions(), fields);
        put("messageSize", load.messageSize(), fields);
        put("producersPerTopic", load.producersPerTopic(), fields);
        put("consumerPerSubscription", load.consumersPerTopic(), fields);
        put("producerRate", load.producerRate(), fields);
        return fields;
    }

    private static void put(String name, Optional<?> field, Map<String, String> fields) {
        field.filter(Number.class::isInstance)
                .map(each -> NumberText.written(((Number) each).doubleValue()))
                .ifPresent(value -> fields.put(name, value.toString()));
    }

    static List<StoredInterval> intervals(RunDocument document) {
        double millis =
                document.load().sampleRateMillis().map(Number::doubleValue).orElse(0.0);
        double seconds = millis > 0 ? millis / 1000 : DEFAULT_INTERVAL_SECONDS;
        OmbLists lists = document.series();
        List<StoredInterval> intervals = new ArrayList<>();
        for (int i = 0; i < lists.publishRate().size(); i++) {
            intervals.add(new StoredInterval(
                    Phase.MEASUREMENT.key(),
                    i * seconds,
                    seconds,
                    target(document),
                    new StoredInterval.Messages(
                            OptionalLong.empty(),
                            count(lists.sent(), lists.publishRate(), i, seconds).orElse(0),
                            0,
                            count(lists.consumed(), lists.consumeRate(), i, seconds)),
                    whole(OmbLists.entry(lists.backlog(), i), 1),
                    latencies(lists, i)));
        }
        return intervals;
    }

    static Map<String, StoredLatency> latencies(OmbTotals totals) {
        Map<String, StoredLatency> latencies = new TreeMap<>();
        put(Latency.PUBLISH_SERVICE, totals.publish(), totals.publish().quantiles(), latencies);
        put(Latency.END_TO_END_SERVICE, totals.endToEnd(), totals.endToEnd().quantiles(), latencies);
        put(Latency.SEND_CALL, OmbLatency.none(), totals.scheduleQuantiles(), latencies);
        put(Latency.SEND_DELAY, totals.publishDelay(), totals.publishDelay().quantiles(), latencies);
        return latencies;
    }

    private static void put(
            Latency name, OmbLatency<Double> figures, Map<String, Double> quantiles, Map<String, StoredLatency> to) {
        NavigableMap<Double, Double> curve = new TreeMap<>();
        quantiles.forEach((percentile, value) -> curve.put(Double.valueOf(percentile), value * nanosPerUnit(name)));
        Optional<LatencySummary> stated = summary(name, figures.map(OptionalDouble::of));
        if (stated.isPresent() || !curve.isEmpty()) {
            LatencySummary summary = stated.orElseGet(() -> ofCurve(curve));
            to.put(name.key(), new StoredLatency(summary, OptionalLong.empty(), Optional.empty(), curve));
        }
    }

    /** Returns a count; older files have rates only. */
    private static OptionalLong count(
            List<@Nullable Number> counts, List<@Nullable Number> rates, int interval, double seconds) {
        OptionalDouble count = OmbLists.entry(counts, interval);
        return count.isPresent() ? whole(count, 1) : whole(OmbLists.entry(rates, interval), seconds);
    }

    private static OptionalLong whole(OptionalDouble number, double times) {
        return number.isPresent() ? OptionalLong.of(Math.round(number.getAsDouble() * times)) : OptionalLong.empty();
    }

    private static Map<String, LatencySummary> latencies(OmbLists lists, int interval) {
        Map<String, LatencySummary> latencies = new TreeMap<>();
        put(Latency.PUBLISH_SERVICE, lists.publish(), interval, latencies);
        put(Latency.END_TO_END_SERVICE, lists.endToEnd(), interval, latencies);
        put(Latency.SEND_CALL, lists.schedule(), interval, latencies);
        put(Latency.SEND_DELAY, lists.publishDelay(), interval, latencies);
        return latencies;
    }

    private static void put(
            Latency name, OmbLatency<List<@Nullable Number>> figures, int interval, Map<String, LatencySummary> to) {
        summary(name, figures.map(list -> OmbLists.entry(list, interval)))
                .ifPresent(summary -> to.put(name.key(), summary));
    }

    /** Returns OMB's unit of a latency in nanoseconds: a microsecond for the send delay, otherwise a millisecond. */
    private static double nanosPerUnit(Latency latency) {
        return latency == Latency.SEND_DELAY ? 1e3 : 1e6;
    }

    /**
     * Returns a summary. Empty also if all figures are 0: OMB writes that for a latency without samples, and never
     * records a time of 0.
     */
    private static Optional<LatencySummary> summary(Latency latency, OmbLatency<OptionalDouble> figures) {
        double unit = nanosPerUnit(latency);
        Map<String, Long> quantiles = new LinkedHashMap<>();
        figures.percentiles()
                .forEach((name, value) -> value.ifPresent(each -> quantiles.put(name, Math.round(each * unit))));
        if (value(figures.max()) == 0 && quantiles.values().stream().allMatch(nanos -> nanos == 0)) {
            return Optional.empty();
        }
        return Optional.of(new LatencySummary(
                0,
                0,
                Math.round(value(figures.min()) * unit),
                value(figures.mean()) * unit,
                Math.round(value(figures.max()) * unit),
                quantiles,
                0,
                List.of()));
    }

    private static double value(Optional<OptionalDouble> figure) {
        return figure.orElse(OptionalDouble.empty()).orElse(0);
    }

    /** Returns the summary of the send call, which has only quantiles. */
    private static LatencySummary ofCurve(NavigableMap<Double, Double> curve) {
        Map<String, Long> quantiles = new LinkedHashMap<>();
        for (double percentile : new double[] {50, 75, 95, 99, 99.9, 99.99}) {
            Map.Entry<Double, Double> entry = curve.ceilingEntry(percentile);
            if (entry != null) {
                quantiles.put(LatencySummary.name(percentile), Math.round(entry.getValue()));
            }
        }
        return new LatencySummary(
                0,
                0,
                Math.round(curve.firstEntry().getValue()),
                0,
                Math.round(curve.lastEntry().getValue()),
                quantiles,
                0,
                List.of());
    }
}
