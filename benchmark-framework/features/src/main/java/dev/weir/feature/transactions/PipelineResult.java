package dev.weir.feature.transactions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.ClientOrigin;
import dev.weir.wire.message.Message;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one instance of a pipeline did in a run.
 *
 * @param instance its number in the run, from 0
 * @param input topic that it read
 * @param output topic that it wrote
 * @param messages messages in committed transactions, of the whole run
 * @param transactions transactions that ended, of the whole run
 * @param latency latencies by name, of transactions whose last message was due in the measurement
 * @param metrics metrics of its producer's client library when it was closed, in its own names and units
 */
public record PipelineResult(
        int instance,
        @JsonUnwrapped ClientOrigin client,
        String input,
        String output,
        long messages,
        TransactionCounts transactions,
        Map<String, LatencySummary> latency,
        Map<String, Double> metrics) {
    public PipelineResult {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
    }

    /** Message of a worker that has closed an instance. */
    record PipelineClosed(PipelineResult instance) implements Message.OfFeature {}

    /** Returns these figures with the name of the worker, which only the coordinator knows. */
    PipelineResult of(String worker) {
        return new PipelineResult(
                instance,
                new ClientOrigin(worker, client.clientId()),
                input,
                output,
                messages,
                transactions,
                latency,
                metrics);
    }
}
