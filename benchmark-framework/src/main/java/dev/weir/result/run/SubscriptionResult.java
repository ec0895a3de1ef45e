package dev.weir.result.run;

import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the consumers of one subscription received together, over all topics.
 *
 * @param subscription its number among those of each topic, from 0
 * @param name of those that have one
 * @param deliveredMessagesPerSecond messages received in the measurement, by when they were
 * @param ceilingMessagesPerSecond as many as its consumers that have partitions can handle, by the time that each takes for
 *     a message; empty where they take none
 * @param backlogMessages acknowledged by the end of the measurement, and not received by then
 * @param backlogGrowthMessages by how much that grew in the measurement; negative if it shrank
 * @param latency by name: messages that were due in the measurement
 * @param laterStart of one that began while the load ran: it is not part of the run's delivery figures
 */
public record SubscriptionResult(
        int subscription,
        Optional<String> name,
        double deliveredMessagesPerSecond,
        OptionalDouble ceilingMessagesPerSecond,
        long backlogMessages,
        long backlogGrowthMessages,
        Map<String, LatencySummary> latency,
        Optional<LaterStart> laterStart) {
    public SubscriptionResult {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
    }

    /** What people know it by. */
    public String label() {
        return name.orElse(String.valueOf(subscription));
    }
}
