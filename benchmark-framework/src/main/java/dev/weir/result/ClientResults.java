package dev.weir.result;

import java.util.List;

/**
 * The parts of the single clients in a run. Workers tell of them when they close: those of a worker that was lost are
 * missing.
 *
 * @param producers by their numbers
 * @param consumers by their numbers
 * @param partitions all of them, for each subscription, by topic, subscription and number; with nothing received too
 */
public record ClientResults(
        List<ProducerResult> producers, List<ConsumerResult> consumers, List<PartitionResult> partitions) {
    public ClientResults {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        partitions = List.copyOf(partitions);
    }
}
