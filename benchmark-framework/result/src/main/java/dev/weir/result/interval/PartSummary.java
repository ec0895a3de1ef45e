package dev.weir.result.interval;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.measure.Counts;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
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
}
