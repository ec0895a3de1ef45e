package dev.weir.result;

import dev.weir.measure.RequestCounts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The parts of the single clients in a run. Workers tell of them when they close: those of a worker that was lost are
 * missing.
 *
 * @param producers by their numbers
 * @param consumers by their numbers
 * @param pipelines instances of a pipeline, by their numbers
 * @param hostPairs pairs of producers and consumers on one host apart from the others; empty if not all are known, or there
 *     are not both kinds
 * @param subscriptions by their numbers
 * @param partitions all of them, for each subscription, by topic, subscription and number; with nothing received too
 */
public record ClientResults(
        List<ProducerResult> producers,
        List<ConsumerResult> consumers,
        List<PipelineResult> pipelines,
        Optional<HostPairs> hostPairs,
        List<SubscriptionResult> subscriptions,
        List<PartitionResult> partitions) {
    public ClientResults {
        Objects.requireNonNull(hostPairs);
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        pipelines = List.copyOf(pipelines);
        subscriptions = List.copyOf(subscriptions);
        partitions = List.copyOf(partitions);
    }

    /** Requests of all producers together. */
    public RequestCounts requests() {
        return producers.stream()
                .flatMap(producer -> producer.requests().stream())
                .reduce(RequestCounts.NONE, RequestCounts::plus);
    }
}
