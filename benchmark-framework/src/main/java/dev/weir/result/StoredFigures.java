package dev.weir.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads intervals and latencies of our own result files, of every schema version. */
final class StoredFigures {
    /** Dense enough for a curve on an axis of nines. */
    private static final int STEPS_PER_HALF = 8;

    private StoredFigures() {}

    static List<StoredInterval> intervals(JsonNode weir) {
        List<StoredInterval> intervals = new ArrayList<>();
        long origin = Long.MIN_VALUE;
        for (JsonNode node : weir.path("intervals")) {
            long begin = IsoTime.epochNanos(node.path("begin").asText());
            origin = intervals.isEmpty() ? begin : origin;
            JsonNode counts = node.path("counts");
            intervals.add(new StoredInterval(
                    node.path("phase").asText(),
                    (begin - origin) / 1e9,
                    node.path("seconds").asDouble(),
                    number(node.path("targetMessagesPerSecond")),
                    OptionalLong.of(counts.path("sent").asLong()),
                    counts.path("acknowledged").asLong(),
                    counts.path("aborted").asLong(),
                    counts.path("failed").asLong(),
                    counts.path("received").asLong(),
                    counts.path("receiveFailed").asLong(),
                    node.path("backlogMessages").asLong(),
                    summaries(node.path("latency"))));
        }
        return intervals;
    }

    static Map<String, StoredLatency> latencies(JsonNode top) {
        JsonNode weir = top.path("weir");
        JsonNode clock = weir.path("clock");
        boolean unknown =
                top.path("schemaVersion").asInt() >= 3 && clock.isObject() && !clock.has("endToEndBoundNanos");
        Map<String, StoredLatency> latencies = new TreeMap<>();
        weir.path("latency").properties().forEach(entry -> {
            OptionalLong bound = unknown && crossesHosts(entry.getKey())
                    ? OptionalLong.of(StoredLatency.UNKNOWN_BOUND)
                    : whole(entry.getValue().path("boundNanos"));
            latencies.put(entry.getKey(), latency(entry.getValue(), bound));
        });
        return latencies;
    }

    private static boolean crossesHosts(String latency) {
        return Stream.of(Latency.values())
                .anyMatch(each -> each.crossesHosts() && each.key().equals(latency));
    }

    private static OptionalLong whole(JsonNode node) {
        return node.isNumber() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
    }

    static OptionalDouble number(JsonNode node) {
        return node.isNumber() ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
    }

    private static StoredLatency latency(JsonNode node, OptionalLong boundNanos) {
        var samples = new LatencySamples(
                histogram(node, "histogramNanos"),
                histogram(node, "negativeHistogramNanos"),
                histogram(node, "lowerBoundHistogramNanos"));
        return new StoredLatency(summary(node.path("summary")), boundNanos, Optional.of(samples), curve(samples));
    }

    private static LatencyHistogram histogram(JsonNode node, String field) {
        String text = node.path(field).asText("");
        return text.isEmpty()
                ? new LatencyHistogram()
                : LatencyHistogram.decodeCompressed(Base64.getDecoder().decode(text));
    }

    private static NavigableMap<Double, Double> curve(LatencySamples samples) {
        NavigableMap<Double, Double> curve = new TreeMap<>();
        double beyond = 100;
        for (int step = 0; samples.isAdequate(100 - beyond) && !samples.isCensored(100 - beyond); step++) {
            curve.put(100 - beyond, (double) samples.percentileNanos(100 - beyond));
            beyond = 100 * Math.pow(0.5, (step + 1.0) / STEPS_PER_HALF);
        }
        return curve;
    }

    private static Map<String, LatencySummary> summaries(JsonNode node) {
        Map<String, LatencySummary> summaries = new LinkedHashMap<>();
        node.properties().forEach(entry -> summaries.put(entry.getKey(), summary(entry.getValue())));
        return summaries;
    }

    private static LatencySummary summary(JsonNode node) {
        Map<String, Long> quantiles = new LinkedHashMap<>();
        node.path("quantilesNanos")
                .properties()
                .forEach(entry -> quantiles.put(entry.getKey(), entry.getValue().asLong()));
        List<String> greaterThan = new ArrayList<>();
        node.path("greaterThan").forEach(figure -> greaterThan.add(figure.asText()));
        return new LatencySummary(
                node.path("count").asLong(),
                node.path("negative").asLong(),
                node.path("minNanos").asLong(),
                node.path("meanNanos").asDouble(),
                node.path("maxNanos").asLong(),
                quantiles,
                node.path("censored").asLong(),
                greaterThan);
    }
}
