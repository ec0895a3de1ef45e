package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.measure.RequestCounts;
import dev.weir.result.IntervalSummary;
import dev.weir.result.LatencySummary;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Latencies and intervals.
 *
 * @param latency of the whole measurement, by name
 * @param requests of all producers; empty where messages are not sent in requests
 * @param intervals all, in order
 */
public record RunMeasurements(
        Map<String, Distribution> latency,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RequestCounts> requests,
        List<IntervalSummary> intervals) {
    public RunMeasurements {
        intervals = List.copyOf(intervals);
    }

    /**
     * A latency of a whole measurement.
     *
     * @param summary its figures, nanoseconds
     * @param boundNanos by how much clocks can make it wrong
     * @param pacingBoundNanos by how much pacing can make it longer
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
        public Distribution {
            Objects.requireNonNull(summary, "summary must be there");
        }
    }
}
