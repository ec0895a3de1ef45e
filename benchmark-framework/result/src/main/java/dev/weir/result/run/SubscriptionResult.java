package dev.weir.result.run;

import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Messages that the consumers of one subscription received together, over all topics.
 *
 * @param subscription its number among those of each topic, from 0
 * @param deliveredMessagesPerSecond messages received in the measurement, by the time of their receipt
 * @param ceilingMessagesPerSecond highest rate that its consumers with partitions can process, by their processing time
 *     per message; empty if they have none
 * @param backlogMessages messages acknowledged by the end of the measurement, and not received by then; of a
 *     subscription that begins later and does not read from the first message, those acknowledged after its audit began,
 *     and empty if that did not begin
 * @param backlogGrowthMessages growth of that backlog in the measurement; negative if it shrank
 * @param latency latencies by name, of messages that were due in the measurement
 * @param laterStart start of a subscription that began during the load: it is not part of the run's delivery figures
 */
public record SubscriptionResult(
        int subscription,
        Optional<String> name,
        double deliveredMessagesPerSecond,
        OptionalDouble ceilingMessagesPerSecond,
        OptionalLong backlogMessages,
        OptionalLong backlogGrowthMessages,
        Map<String, LatencySummary> latency,
        Optional<LaterStart> laterStart) {
    public SubscriptionResult {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
    }

    public String label() {
        return name.orElse(String.valueOf(subscription));
    }
}
