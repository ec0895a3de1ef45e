package dev.weir.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.measure.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads intervals and latencies of the OpenMessaging Benchmark's result files, of all three lines. They hold percentiles
 * without counts and no histograms; their times start at the late send, in whole milliseconds end to end;
 * how long an interval really was is unknown.
 */
final class OmbFigures {
    private static final double DEFAULT_INTERVAL_SECONDS = 10;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private static final Map<String, String> PERCENTILES = Map.of(
            "50pct", "p50", "75pct", "p75", "95pct", "p95", "99pct", "p99", "999pct", "p99.9", "9999pct", "p99.99");

    private static final List<String> ORDER = List.of("50pct", "75pct", "95pct", "99pct", "999pct", "9999pct");

    /** OMB's name of a latency, ours, and OMB's unit. */
    private enum Name {
        PUBLISH("publishLatency", Latency.PUBLISH_SERVICE, NANOS_PER_MILLI),
        END_TO_END("endToEndLatency", Latency.END_TO_END_SERVICE, NANOS_PER_MILLI),
        SCHEDULE("scheduleLatency", Latency.SEND_CALL, NANOS_PER_MILLI),
        PUBLISH_DELAY("publishDelayLatency", Latency.SEND_DELAY, NANOS_PER_MICRO);

        private final String key;
        private final Latency ours;
        private final double nanosPerUnit;

        Name(String key, Latency ours, double nanosPerUnit) {
            this.key = key;
            this.ours = ours;
            this.nanosPerUnit = nanosPerUnit;
        }

        String aggregated() {
            return "aggregated" + key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
        }
    }

    private OmbFigures() {}

    static List<StoredInterval> intervals(JsonNode top) {
        double millis = top.path("sampleRateMillis").asDouble(0);
        double seconds = millis > 0 ? millis / 1000 : DEFAULT_INTERVAL_SECONDS;
        OptionalDouble rate = StoredFigures.number(top.path("producerRate"));
        OptionalDouble target = rate.orElse(0) > 0 ? rate : OptionalDouble.empty();
        List<StoredInterval> intervals = new ArrayList<>();
        for (int i = 0; i < top.path("publishRate").size(); i++) {
            intervals.add(new StoredInterval(
                    Phase.MEASUREMENT.key(),
                    i * seconds,
                    seconds,
                    target,
                    OptionalLong.empty(),
                    count(top, i, "sent", "publishRate", seconds),
                    0,
                    count(top, i, "publishFailed", "publishErrorRate", seconds),
                    count(top, i, "consumed", "consumeRate", seconds),
                    top.path("consumeFailed").path(i).asLong(),
                    top.path("backlog").path(i).asLong(),
                    latencies(top, i)));
        }
        return intervals;
    }

    static Map<String, StoredLatency> latencies(JsonNode top) {
        Map<String, StoredLatency> latencies = new TreeMap<>();
        for (Name name : Name.values()) {
            NavigableMap<Double, Double> curve = new TreeMap<>();
            top.path(name.aggregated() + "Quantiles")
                    .properties()
                    .forEach(entry -> curve.put(
                            Double.valueOf(entry.getKey()), entry.getValue().asDouble() * name.nanosPerUnit));
            Optional<LatencySummary> summary = summary(figure -> top.path(name.aggregated() + figure), name);
            if (summary.isPresent() || !curve.isEmpty()) {
                latencies.put(
                        name.ours.key(),
                        new StoredLatency(
                                summary.orElseGet(() -> ofCurve(curve)),
                                OptionalLong.empty(),
                                Optional.empty(),
                                curve));
            }
        }
        return latencies;
    }

    /** Older files have rates only. */
    private static long count(JsonNode top, int index, String counts, String rates, double seconds) {
        JsonNode count = top.path(counts).path(index);
        return count.isNumber()
                ? count.asLong()
                : Math.round(top.path(rates).path(index).asDouble() * seconds);
    }

    private static Map<String, LatencySummary> latencies(JsonNode top, int index) {
        Map<String, LatencySummary> latencies = new TreeMap<>();
        for (Name name : Name.values()) {
            summary(figure -> top.path(name.key + figure).path(index), name)
                    .ifPresent(summary -> latencies.put(name.ours.key(), summary));
        }
        return latencies;
    }

    private interface Figures {
        JsonNode of(String figure);
    }

    private static Optional<LatencySummary> summary(Figures figures, Name name) {
        Map<String, Long> quantiles = new LinkedHashMap<>();
        for (String percentile : ORDER) {
            JsonNode value = figures.of(percentile);
            if (value.isNumber()) {
                quantiles.put(PERCENTILES.get(percentile), Math.round(value.asDouble() * name.nanosPerUnit));
            }
        }
        if (quantiles.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LatencySummary(
                0,
                0,
                Math.round(figures.of("Min").asDouble() * name.nanosPerUnit),
                figures.of("Avg").asDouble() * name.nanosPerUnit,
                Math.round(figures.of("Max").asDouble() * name.nanosPerUnit),
                quantiles));
    }

    /** Of the send call there are quantiles only. */
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
                quantiles);
    }
}
