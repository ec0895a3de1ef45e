package dev.weir.result.interval;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What happened in a part of the load.
 *
 * @param phase key of its phase
 * @param begin ISO-8601
 * @param counts messages, by when the event happened
 * @param backlogMessages outstanding deliveries at its end
 * @param latency latencies by name, of messages that were acknowledged or received in this part; in the warm-up
 *     those that were due in it, later only those that were due after it
 * @param p99Changes changes against the first part by name, for a later part of the measurement
 */
@JsonPropertyOrder({
    "part",
    "phase",
    "begin",
    "seconds",
    "counts",
    "offeredMessagesPerSecond",
    "achievedMessagesPerSecond",
    "deliveredMessagesPerSecond"
})
public record PartSummary(
        String part,
        String phase,
        String begin,
        double seconds,
        Counts counts,
        long backlogMessages,
        Map<String, LatencySummary> latency,
        Map<String, PartChange> p99Changes) {
    public PartSummary {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        p99Changes = Collections.unmodifiableMap(new TreeMap<>(p99Changes));
    }

    /** Send calls made. */
    @JsonProperty
    public double offeredMessagesPerSecond() {
        return perSecond(counts.sends().sent());
    }

    /** Messages acknowledged. */
    @JsonProperty
    public double achievedMessagesPerSecond() {
        return perSecond(counts.sends().acknowledged());
    }

    /** Messages received, of all subscriptions together that are there from the begin. */
    @JsonProperty
    public double deliveredMessagesPerSecond() {
        return perSecond(counts.receipts().received());
    }

    private double perSecond(long messages) {
        return messages / Math.max(seconds, 1e-9);
    }

    /** How one of two latencies has changed: of response times, or where nothing has a due time, of service times. */
    public Optional<PartChange> p99Change(String response, String service) {
        return Optional.ofNullable(p99Changes.get(response)).or(() -> Optional.ofNullable(p99Changes.get(service)));
    }

    /**
     * Change of the p99 from the first part of the measurement to another one. The bounds contain the change with 95 %
     * confidence, by the variation between intervals.
     *
     * @param ratio the part's p99 divided by the first part's
     * @param low lower bound, above 0
     * @param high upper bound
     */
    public record PartChange(double ratio, double low, double high) {
        private static final double P99 = 99;

        /**
         * Computes the change of one latency from the samples of each interval of both parts, in order; empty if there are
         * too few intervals or samples, or if a p99 is among latencies that did not end.
         */
        static Optional<PartChange> of(List<LatencySamples> first, List<LatencySamples> part) {
            LatencySamples before = BlockBootstrap.sum(first);
            LatencySamples after = BlockBootstrap.sum(part);
            boolean known = Math.min(first.size(), part.size()) >= BlockBootstrap.MIN_INTERVALS
                    && before.isAdequate(P99)
                    && after.isAdequate(P99)
                    && !before.isCensored(P99)
                    && !after.isCensored(P99);
            if (!known) {
                return Optional.empty();
            }
            SplittableRandom random = BlockBootstrap.random();
            Iterator<LatencySamples> ofFirst =
                    BlockBootstrap.draw(first, random).iterator();
            Iterator<LatencySamples> ofPart = BlockBootstrap.draw(part, random).iterator();
            double[] ratios = new double[BlockBootstrap.SAMPLES];
            for (int i = 0; i < ratios.length; i++) {
                LatencySamples drawn = ofFirst.next();
                ratios[i] = ratio(drawn, ofPart.next());
            }
            double[] ends = BlockBootstrap.ends(ratios);
            return Optional.of(new PartChange(ratio(before, after), ends[0], ends[1]));
        }

        private static double ratio(LatencySamples before, LatencySamples after) {
            return (double) Math.max(1, after.percentileNanos(P99)) / Math.max(1, before.percentileNanos(P99));
        }
    }
}
