package dev.weir.result.run;

import dev.weir.measure.PartitionRecorder.PartitionFigures;
import java.util.Map;

/**
 * Messages that one subscription received from one partition.
 *
 * @param subscription number of the subscription among those of the topic, from 0
 * @param received messages of the whole run, including the warm-up
 * @param latency {@code endToEndResponse} of the messages that were due in the measurement; empty if there was none
 */
public record PartitionResult(
        String topic, int partition, int subscription, long received, Map<String, MeanAndMax> latency) {
    public PartitionResult {
        latency = Map.copyOf(latency);
    }

    /**
     * Mean and maximum of a latency. Quantiles would need a histogram for each of thousands of partitions.
     *
     * @param count samples, including negative ones
     * @param meanNanos mean, with their signs
     */
    public record MeanAndMax(long count, double meanNanos, long maxNanos) {}

    /** Creates the result from the figures of all consumers of the subscription. */
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
