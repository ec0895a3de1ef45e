package dev.weir.coordinator.figures;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ProducerRole;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Clocks.HostPairs;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.document.RunClients.ConsumerResult;
import dev.weir.result.document.RunClients.PartitionResult;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.interval.LatencySummary;
import dev.weir.wire.message.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects the figures of each client from the plan and from the messages that workers send when they close clients. It
 * summarizes each message at once: the histograms of a thousand clients would fill the heap. Used by the coordinator's
 * thread.
 */
public final class ClientFigures implements RunObserver {
    private final Map<Integer, ProducerRole> producerRoles = new HashMap<>();
    private final Map<Integer, ConsumerRole> consumerRoles = new TreeMap<>();
    private final Set<Integer> producersSharing = new HashSet<>();
    private final Set<Integer> consumersSharing = new HashSet<>();
    private final Map<Integer, ProducerResult> producers = new TreeMap<>();
    private final Map<Integer, ConsumerResult> consumers = new TreeMap<>();
    private final Map<Subscription, Map<Integer, PartitionFigures>> partitions = new HashMap<>();
    private final LatencySet sameHost = new LatencySet();
    private final Map<Integer, LatencySet> bySubscription = new TreeMap<>();

    private record Subscription(String topic, int number) {}

    public ClientFigures(List<Assignment> assignments) {
        planned(assignments);
    }

    /** Replaces the plan by one of the same clients that contains facts about existing topics. */
    @Override
    public void planned(List<Assignment> assignments) {
        for (Assignment assignment : assignments) {
            ClientRoles clients = assignment.clients();
            for (ProducerRole role : clients.producers()) {
                producerRoles.put(role.producer(), role);
                if (clients.producersShareLatencies()) {
                    producersSharing.add(role.producer());
                }
            }
            for (ConsumerRole role : clients.consumers()) {
                consumerRoles.put(role.consumer(), role);
                if (clients.consumersShareLatencies()) {
                    consumersSharing.add(role.consumer());
                }
            }
        }
    }

    @Override
    public List<Reason> reasons() {
        return producersSharing.isEmpty() && consumersSharing.isEmpty()
                ? List.of()
                : List.of(Reason.of(
                        ReasonCode.CLIENT_LATENCIES_SHARED,
                        "the result has no latencies of single clients for " + producersSharing.size()
                                + " producers and " + consumersSharing.size() + " consumers: a worker with more than "
                                + ClientRoles.MAX_OWN_LATENCIES
                                + " of either records them together. The latencies of the run and of each subscription,"
                                + " and the counts of each client, are complete"));
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.ProducerClosed producer) {
            add(worker.name(), producer);
        } else if (message instanceof Message.ConsumerClosed consumer) {
            add(worker.name(), consumer);
        }
    }

    private void add(String worker, Message.ProducerClosed figures) {
        ProducerRole role = producerRoles.get(figures.producer());
        if (role == null) {
            return;
        }
        var result = new ProducerResult(
                role.producer(),
                new ClientOrigin(worker, role.clientId()),
                role.topic(),
                figures.counts(),
                figures.unsent(),
                Optional.of(figures.requests()).filter(counts -> !counts.equals(RequestCounts.NONE)),
                LatencySummary.byName(figures.measured()),
                figures.metrics());
        producers.put(role.producer(), result);
    }

    private void add(String worker, Message.ConsumerClosed figures) {
        ConsumerRole role = consumerRoles.get(figures.consumer());
        if (role == null) {
            return;
        }
        boolean shares = consumersSharing.contains(role.consumer());
        var result = new ConsumerResult(
                role.consumer(),
                new ClientOrigin(worker, role.clientId()),
                role.topic(),
                role.subscription(),
                figures.counts(),
                figures.partitions().size(),
                LatencySummary.byName(shares ? new LatencySet() : figures.measured()),
                figures.metrics());
        consumers.put(role.consumer(), result);
        sameHost.add(figures.sameHost());
        latencyOf(role.subscription()).add(figures.measured());
        Map<Integer, PartitionFigures> known = partitions.computeIfAbsent(subscription(role), any -> new HashMap<>());
        figures.partitions().forEach(each -> known.merge(each.partition(), each, PartitionFigures::plus));
    }

    /** Returns the latencies of one subscription, for messages that were due in the measurement. */
    public LatencySet latencyOf(int subscription) {
        return bySubscription.computeIfAbsent(subscription, any -> new LatencySet());
    }

    /**
     * Separates pairs of producer and consumer on one host from the other pairs; empty if the hosts are not all known,
     * or only one kind of pair exists. {@code measured} has the latencies of all messages that were due in the measurement.
     */
    public Optional<HostPairs> hostPairs(LatencySet measured) {
        var acrossHosts = new LatencySet();
        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            if (!sameHost.has(latency) || consumers.size() < consumerRoles.size()) {
                return Optional.empty();
            }
            acrossHosts.of(latency).add(measured.of(latency).ended().without(sameHost.of(latency)));
        }
        return Optional.of(new HostPairs(LatencySummary.byName(sameHost), LatencySummary.byName(acrossHosts)));
    }

    public RunClients clients(List<SubscriptionResult> subscriptions) {
        return new RunClients(
                List.copyOf(producers.values()), List.copyOf(consumers.values()), subscriptions, partitionResults());
    }

    /**
     * Returns the partitions of subscriptions whose consumers have all reported: what a lost worker had received is
     * unknown. Partitions that delivered nothing are included, because readers look for them.
     */
    private List<PartitionResult> partitionResults() {
        Map<Subscription, Integer> partitionCounts =
                new TreeMap<>(Comparator.comparing(Subscription::topic).thenComparing(Subscription::number));
        consumerRoles.values().forEach(role -> partitionCounts.put(subscription(role), role.partitions()));
        consumerRoles.values().stream()
                .filter(role -> !consumers.containsKey(role.consumer()))
                .forEach(role -> partitionCounts.remove(subscription(role)));
        List<PartitionResult> results = new ArrayList<>();
        partitionCounts.forEach((subscription, count) -> {
            Map<Integer, PartitionFigures> known = partitions.getOrDefault(subscription, Map.of());
            for (int p = 0; p < count; p++) {
                PartitionFigures figures = known.getOrDefault(p, PartitionFigures.none(p));
                results.add(PartitionResult.of(subscription.topic(), subscription.number(), figures));
            }
        });
        return results;
    }

    private static Subscription subscription(ConsumerRole role) {
        return new Subscription(role.topic(), role.subscription());
    }
}
