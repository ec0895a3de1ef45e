package dev.weir.feature.transactions;

import dev.weir.measure.LatencySet;
import dev.weir.measure.TransactionCounts;
import dev.weir.wire.message.Message;
import java.util.Map;

/**
 * Figures of an instance of a pipeline for the whole run.
 *
 * @param role which instance it was
 * @param messages messages of the transactions that it committed
 * @param transactions transactions that have ended
 * @param measured latencies of transactions whose last message was due in the measurement
 * @param metrics metrics of its producer's client library, in its own names and units
 */
record PipelineClosed(
        PipelineRole role,
        long messages,
        TransactionCounts transactions,
        LatencySet measured,
        Map<String, Double> metrics)
        implements Message.OfFeature {
    PipelineClosed {
        metrics = Map.copyOf(metrics);
    }
}
