package dev.weir.wire.message;

import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ProducerRole;
import dev.weir.plan.RunPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Locations of the producers of a run, for one consuming worker.
 *
 * @param workers number of the worker that runs each producer, in the order of the producers; empty for a worker
 *     without consumers
 * @param neighbours numbers of the workers on its own host, itself included, whose messages are recorded separately;
 *     empty if no pair of producer and consumer shares a host, or all of them do
 */
public record ProducerLocations(List<Integer> workers, Set<Integer> neighbours) {
    public static final ProducerLocations NONE = new ProducerLocations(List.of(), Set.of());

    public ProducerLocations {
        workers = List.copyOf(workers);
        neighbours = Set.copyOf(neighbours);
    }

    /**
     * Returns for each worker which workers run the producers, and which are on its own host.
     *
     * @param hosts an identity of the host of each worker
     */
    public static List<ProducerLocations> ofWorkers(RunPlan plan, List<String> hosts) {
        List<ClientRoles> clients =
                plan.assignments().stream().map(Assignment::clients).toList();
        var producerWorkers = new Integer[plan.assignments().get(0).totalProducers()];
        Set<Boolean> kinds = new HashSet<>();
        for (int p = 0; p < hosts.size(); p++) {
            for (ProducerRole role : clients.get(p).producers()) {
                producerWorkers[role.producer()] = p;
            }
            for (int c = 0; c < hosts.size(); c++) {
                if (!clients.get(p).producers().isEmpty()
                        && !clients.get(c).consumers().isEmpty()) {
                    kinds.add(hosts.get(p).equals(hosts.get(c)));
                }
            }
        }
        // Neighbours matter only if some pairs of producing and consuming worker share a host and others do not.
        boolean hasBothKinds = kinds.size() == 2;
        List<ProducerLocations> places = new ArrayList<>();
        for (int worker = 0; worker < hosts.size(); worker++) {
            String host = hosts.get(worker);
            Set<Integer> neighbours = IntStream.range(0, hosts.size())
                    .filter(other -> hasBothKinds && hosts.get(other).equals(host))
                    .boxed()
                    .collect(Collectors.toSet());
            places.add(
                    clients.get(worker).consumers().isEmpty()
                            ? ProducerLocations.NONE
                            : new ProducerLocations(Arrays.asList(producerWorkers), neighbours));
        }
        return places;
    }
}
