package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Latencies and intervals.
 *
 * @param latency latencies of the whole measurement, by name
 * @param intervals all of them, in order
 * @param requests requests of all producers; empty if messages are not sent in requests
 */
public record RunMeasurements(
        Map<String, Distribution> latency,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RequestCounts> requests,
        List<IntervalSummary> intervals) {
    public RunMeasurements {
        intervals = List.copyOf(intervals);
    }

    /**
     * Returns the latencies of a whole measurement by name.
     *
     * @param endToEndBoundNanos largest error of end-to-end times by the clocks; empty if unknown
     * @param workers workers whose pacing can make response times longer by at most the coarsest precision, on average
     *     half of that
     */
    public static Map<String, Distribution> latencies(
            LatencySet measured, OptionalLong endToEndBoundNanos, List<Worker> workers) {
        OptionalLong pacing = workers.stream()
                .mapToLong(Worker::pacingPrecisionNanos)
                .filter(nanos -> nanos > 0)
                .max();
        Map<String, Distribution> latencies = new LinkedHashMap<>();
        Stream.of(Latency.values())
                .filter(measured::has)
                .forEach(latency -> latencies.put(
                        latency.key(),
                        Distribution.of(
                                measured.of(latency),
                                latency.crossesHosts() ? endToEndBoundNanos : OptionalLong.empty(),
                                latency.startsWhenDue() ? pacing : OptionalLong.empty())));
        return latencies;
    }

    /**
     * A latency of a whole measurement.
     *
     * @param summary its figures, nanoseconds
     * @param boundNanos largest error by the clocks
     * @param pacingBoundNanos largest increase by pacing
     * @param histogramNanos all samples: an HdrHistogram, compressed, in base64
     * @param negativeHistogramNanos magnitudes of the negative samples; empty if there are none
     * @param lowerBoundHistogramNanos lower bounds of latencies that did not end; empty if there are none
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Distribution(
            LatencySummary summary,
            OptionalLong boundNanos,
            OptionalLong pacingBoundNanos,
            String histogramNanos,
            String negativeHistogramNanos,
            String lowerBoundHistogramNanos) {
        private static Distribution of(LatencySamples samples, OptionalLong boundNanos, OptionalLong pacingBoundNanos) {
            return new Distribution(
                    LatencySummary.of(samples),
                    boundNanos,
                    pacingBoundNanos,
                    base64(samples.values()),
                    base64IfAny(samples.negativeMagnitudes()),
                    base64IfAny(samples.lowerBounds()));
        }

        private static String base64IfAny(LatencyHistogram samples) {
            return samples.count() > 0 ? base64(samples) : "";
        }

        private static String base64(LatencyHistogram samples) {
            return Base64.getEncoder().encodeToString(samples.encodeCompressed());
        }
    }
}
