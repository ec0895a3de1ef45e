package dev.weir.coordinator.phase;

import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.plan.RunPlan;
import dev.weir.wire.message.ProducerLocations;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Maps producers to their workers, and workers to their hosts. */
final class HostMap {
    private final List<Assignment> assignments;
    private final List<String> hosts;
    private final List<Integer> producerWorkers;
    /** Whether some pairs of producing and consuming worker share a host, and others do not. */
    private final boolean hasBothKinds;

    /** @param hosts an identity of the host of each worker */
    HostMap(RunPlan plan, List<String> hosts) {
        this.assignments = plan.assignments();
        this.hosts = List.copyOf(hosts);
        this.producerWorkers = producerWorkers(assignments);
        Set<Boolean> kinds = new HashSet<>();
        for (int p = 0; p < hosts.size(); p++) {
            for (int c = 0; c < hosts.size(); c++) {
                if (!assignments.get(p).clients().producers().isEmpty()
                        && !assignments.get(c).clients().consumers().isEmpty()) {
                    kinds.add(hosts.get(p).equals(hosts.get(c)));
                }
            }
        }
        this.hasBothKinds = kinds.size() == 2;
    }

    /** Returns the producers' workers, and the workers on the same host as this one. */
    ProducerLocations placesFor(int worker) {
        if (assignments.get(worker).clients().consumers().isEmpty()) {
            return ProducerLocations.NONE;
        }
        Set<Integer> neighbours = IntStream.range(0, hosts.size())
                .filter(other -> hasBothKinds && hosts.get(other).equals(hosts.get(worker)))
                .boxed()
                .collect(Collectors.toSet());
        return new ProducerLocations(producerWorkers, neighbours);
    }

    private static List<Integer> producerWorkers(List<Assignment> assignments) {
        var workers = new Integer[assignments.get(0).totalProducers()];
        for (int w = 0; w < assignments.size(); w++) {
            for (ProducerRole role : assignments.get(w).clients().producers()) {
                workers[role.producer()] = w;
            }
        }
        return Arrays.asList(workers);
    }
}
