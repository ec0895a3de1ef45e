package dev.weir.coordinator;

import dev.weir.measure.PartitionFigures;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ProducerRole;
import dev.weir.result.ClientResults;
import dev.weir.result.ConsumerResult;
import dev.weir.result.LatencySummary;
import dev.weir.result.PartitionResult;
import dev.weir.result.ProducerResult;
import dev.weir.wire.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts the figures of the single clients together, from the plan and from what workers told when they closed. */
final class ClientAssembly {
    private final Map<Integer, ProducerResult> producers = new TreeMap<>();
    private final Map<Integer, ConsumerResult> consumers = new TreeMap<>();
    private final Map<PartitionOfSubscription, PartitionFigures> partitions =
            new TreeMap<>(Comparator.comparing(PartitionOfSubscription::topic)
                    .thenComparing(PartitionOfSubscription::subscription)
                    .thenComparing(PartitionOfSubscription::partition));

    private record PartitionOfSubscription(String topic, int subscription, int partition) {}

    private ClientAssembly() {}

    /** Of all workers, in the order of their assignments. */
    static ClientResults of(List<Assignment> assignments, List<WorkerLink> workers) {
        var assembly = new ClientAssembly();
        for (WorkerLink worker : workers) {
            assembly.add(assignments.get(worker.number()), worker);
        }
        return assembly.results();
    }

    private void add(Assignment assignment, WorkerLink worker) {
        Map<Integer, ProducerRole> producerRoles = new HashMap<>();
        assignment.producers().forEach(role -> producerRoles.put(role.producer(), role));
        Map<Integer, ConsumerRole> consumerRoles = new HashMap<>();
        assignment.consumers().forEach(role -> consumerRoles.put(role.consumer(), role));
        consumerRoles.values().forEach(this::expectPartitions);
        for (Message.ProducerClosed figures : worker.closedProducers()) {
            ProducerRole role = producerRoles.get(figures.producer());
            if (role != null) {
                producers.put(role.producer(), producer(worker, role, figures));
            }
        }
        for (Message.ConsumerClosed figures : worker.closedConsumers()) {
            ConsumerRole role = consumerRoles.get(figures.consumer());
            if (role != null) {
                consumers.put(role.consumer(), consumer(worker, role, figures));
                figures.partitions().forEach(partition -> add(role, partition));
            }
        }
    }

    /** One from which nothing arrives is what a reader looks for. */
    private void expectPartitions(ConsumerRole role) {
        for (int partition = 0; partition < role.partitions(); partition++) {
            add(role, new PartitionFigures(partition, 0, 0, 0, Long.MIN_VALUE));
        }
    }

    private void add(ConsumerRole role, PartitionFigures figures) {
        partitions.merge(
                new PartitionOfSubscription(role.topic(), role.subscription(), figures.partition()),
                figures,
                PartitionFigures::plus);
    }

    private static ProducerResult producer(WorkerLink worker, ProducerRole role, Message.ProducerClosed figures) {
        return new ProducerResult(
                role.producer(),
                worker.name(),
                role.clientId(),
                role.topic(),
                figures.counts(),
                figures.unsent(),
                LatencySummary.byName(figures.measured()));
    }

    private static ConsumerResult consumer(WorkerLink worker, ConsumerRole role, Message.ConsumerClosed figures) {
        return new ConsumerResult(
                role.consumer(),
                worker.name(),
                role.clientId(),
                role.topic(),
                role.subscription(),
                figures.counts(),
                figures.partitions().size(),
                LatencySummary.byName(figures.measured()));
    }

    private ClientResults results() {
        List<PartitionResult> ofPartitions = new ArrayList<>();
        partitions.forEach(
                (key, figures) -> ofPartitions.add(PartitionResult.of(key.topic(), key.subscription(), figures)));
        return new ClientResults(List.copyOf(producers.values()), List.copyOf(consumers.values()), ofPartitions);
    }
}
