package dev.weir.result.run;

import dev.weir.measure.PartitionFigures;
import java.util.Map;

/**
 * What one subscription received from one partition.
 *
 * @param topic its topic
 * @param partition its number
 * @param subscription the number of the subscription among those of the topic, from 0
 * @param received messages from first to last, warm-up included
 * @param latency {@code endToEndResponse} of the messages that were due in the measurement; empty if there was none
 */
public record PartitionResult(
        String topic, int partition, int subscription, long received, Map<String, MeanAndMax> latency) {
    public PartitionResult {
        latency = Map.copyOf(latency);
    }

    /**
     * Without quantiles: a histogram for each of thousands of partitions is more than the question is worth.
     *
     * @param count samples, negative ones included
     * @param meanNanos mean, with their signs
     * @param maxNanos largest
     */
    public record MeanAndMax(long count, double meanNanos, long maxNanos) {}

    /** Of the figures of all the subscription's consumers together. */
    public static PartitionResult of(String topic, int subscription, PartitionFigures figures) {
        Map<String, MeanAndMax> latency = figures.measured() == 0
                ? Map.of()
                : Map.of(
                        "endToEndResponse",
                        new MeanAndMax(
                                figures.measured(),
                                (double) figures.sumNanos() / figures.measured(),
                                figures.maxNanos()));
        return new PartitionResult(topic, figures.partition(), subscription, figures.received(), latency);
    }
}
