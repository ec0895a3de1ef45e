package dev.weir.result.document;

import dev.weir.measure.RequestCounts;
import dev.weir.result.run.ConsumerResult;
import dev.weir.result.run.PartitionResult;
import dev.weir.result.run.ProducerResult;
import dev.weir.result.run.SubscriptionResult;
import java.util.List;

/**
 * Figures of single clients and of what they used, each in order. Workers report them when they close: those of a
 * worker that was lost are missing.
 */
public record RunClients(
        List<ProducerResult> producers,
        List<ConsumerResult> consumers,
        List<SubscriptionResult> subscriptions,
        List<PartitionResult> partitions) {
    public RunClients {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        subscriptions = List.copyOf(subscriptions);
        partitions = List.copyOf(partitions);
    }

    public static final RunClients NONE = new RunClients(List.of(), List.of(), List.of(), List.of());

    public RequestCounts requests() {
        return producers.stream()
                .flatMap(producer -> producer.requests().stream())
                .reduce(RequestCounts.NONE, RequestCounts::plus);
    }
}
