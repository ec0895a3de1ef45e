package dev.weir.result.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.measure.Counts;
import dev.weir.measure.RequestCounts;
import dev.weir.result.interval.LatencySummary;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One producer's part in a run.
 *
 * @param producer its number in the run, from 0
 * @param counts messages of the whole run, including the warm-up
 * @param unsent messages that were due before the load ended but were not sent
 * @param requests requests that it sent and read; empty if there were none
 * @param latency latencies by name, of its messages that were due in the measurement
 * @param metrics metrics of its client library when it was closed, in its own names and units
 */
public record ProducerResult(
        int producer,
        @JsonUnwrapped ClientOrigin client,
        String topic,
        Counts counts,
        long unsent,
        Optional<RequestCounts> requests,
        Map<String, LatencySummary> latency,
        Map<String, Double> metrics) {
    public ProducerResult {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
    }
}
