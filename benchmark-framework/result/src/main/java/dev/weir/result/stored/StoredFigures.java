package dev.weir.result.stored;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunMeasurements;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads intervals and latencies of Weir's own result files. */
final class StoredFigures {
    /** Dense enough for a curve on an axis of nines. */
    private static final int STEPS_PER_HALF = 8;

    private StoredFigures() {}

    static List<StoredInterval> intervals(List<IntervalSummary> stored) {
        List<StoredInterval> intervals = new ArrayList<>();
        long origin = Long.MIN_VALUE;
        for (IntervalSummary each : stored) {
            long begin = IsoTime.epochNanos(each.begin());
            origin = intervals.isEmpty() ? begin : origin;
            Counts counts = each.counts();
            intervals.add(new StoredInterval(
                    each.phase(),
                    (begin - origin) / 1e9,
                    each.seconds(),
                    each.targetMessagesPerSecond(),
                    new StoredInterval.Messages(
                            OptionalLong.of(counts.sends().sent()),
                            counts.sends().acknowledged(),
                            counts.sends().aborted(),
                            OptionalLong.of(counts.receipts().received())),
                    OptionalLong.of(each.backlogMessages()),
                    each.latency()));
        }
        return intervals;
    }

    static Map<String, StoredLatency> latencies(RunDocument document) {
        RunDetails weir = document.weir().orElse(RunDetails.NONE);
        boolean unknown = weir.checks().clock().stream()
                .anyMatch(clock -> clock.endToEndBoundNanos().isEmpty());
        Map<String, StoredLatency> latencies = new TreeMap<>();
        OptionalLong unknownBound = OptionalLong.of(StoredLatency.UNKNOWN_BOUND);
        weir.measurements().latency().forEach((name, stored) -> {
            OptionalLong bound = unknown && crossesHosts(name) ? unknownBound : stored.boundNanos();
            latencies.put(name, latency(stored, bound));
        });
        return latencies;
    }

    private static boolean crossesHosts(String latency) {
        return Stream.of(Latency.values())
                .anyMatch(each -> each.crossesHosts() && each.key().equals(latency));
    }

    private static StoredLatency latency(RunMeasurements.Distribution stored, OptionalLong boundNanos) {
        var samples = new LatencySamples(
                histogram(stored.histogramNanos()),
                histogram(stored.negativeHistogramNanos()),
                histogram(stored.lowerBoundHistogramNanos()));
        return new StoredLatency(stored.summary(), boundNanos, Optional.of(samples), curve(samples));
    }

    private static LatencyHistogram histogram(String text) {
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
}
