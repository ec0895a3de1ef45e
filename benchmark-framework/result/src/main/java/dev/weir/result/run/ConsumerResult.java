package dev.weir.result.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.measure.Counts;
import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One consumer's part in a run.
 *
 * @param consumer its number in the run, from 0
 * @param subscription number of its subscription among those of its topic, from 0
 * @param counts messages of the whole run, including the warm-up
 * @param partitions number of partitions from which it received messages
 * @param latency latencies by name, of its messages that were due in the measurement
 * @param metrics metrics of its client library when it was closed, in its own names and units
 */
public record ConsumerResult(
        int consumer,
        @JsonUnwrapped ClientOrigin client,
        String topic,
        int subscription,
        Counts counts,
        int partitions,
        Map<String, LatencySummary> latency,
        Map<String, Double> metrics) {
    public ConsumerResult {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
    }
}
