package dev.weir.result.interval;

import dev.weir.measure.Counts;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What happened in a part of the load.
 *
 * @param part its name
 * @param phase the key of its phase
 * @param begin ISO-8601
 * @param seconds its length
 * @param counts messages, by when the event happened
 * @param offeredMessagesPerSecond send calls made
 * @param achievedMessagesPerSecond messages acknowledged
 * @param deliveredMessagesPerSecond messages received, of all subscriptions together that are there from the begin
 * @param backlogMessages deliveries outstanding at its end
 * @param latency by name: messages whose acknowledgement or receipt came in this part; in the warm-up those that were due
 *     in it, later only those that were due after it
 * @param p99Changes by name, of a later part of the measurement: against its first part
 */
public record PartSummary(
        String part,
        String phase,
        String begin,
        double seconds,
        Counts counts,
        double offeredMessagesPerSecond,
        double achievedMessagesPerSecond,
        double deliveredMessagesPerSecond,
        long backlogMessages,
        Map<String, LatencySummary> latency,
        Map<String, PartChange> p99Changes) {
    public PartSummary {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        p99Changes = Collections.unmodifiableMap(new TreeMap<>(p99Changes));
    }

    /** How one of two latencies has changed: of response times, or where nothing has a due time, of service times. */
    public Optional<PartChange> p99Change(String response, String service) {
        return Optional.ofNullable(p99Changes.get(response)).or(() -> Optional.ofNullable(p99Changes.get(service)));
    }
}
