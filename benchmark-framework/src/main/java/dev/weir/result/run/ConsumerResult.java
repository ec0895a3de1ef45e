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
 * @param client which it was
 * @param topic what it read
 * @param subscription the number of its subscription among those of its topic, from 0
 * @param counts messages from first to last, warm-up included
 * @param partitions how many it received from, at one time or another
 * @param latency by name: its messages that were due in the measurement
 * @param metrics of its client library when it was closed, in its own names and units
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
