package dev.weir.result.run;

import dev.weir.workload.Topology;
import dev.weir.workload.text.Checks;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Set-up of a run beyond its files, which is needed to repeat it.
 *
 * @param topology how clients were spread over workers
 * @param workers their addresses; empty if the coordinator's own process did the work
 * @param embeddedBrokers number of brokers that were started for it; 0 if the driver file names the system
 * @param driverPath path of its driver; empty if the driver is part of Weir
 * @param serviceVersion version of the system that the person gave; empty if not given
 * @param tags names and values by which the person distinguishes runs
 */
public record RunSetup(
        Topology topology,
        List<String> workers,
        int embeddedBrokers,
        String driverPath,
        String serviceVersion,
        Map<String, String> tags) {
    public RunSetup {
        workers = List.copyOf(workers);
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        Checks.atLeast("embeddedBrokers", embeddedBrokers, 0);
    }

    public String tagText() {
        return tags.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    /** Returns the set-up of a run in this process, on a system of the driver file. */
    public static RunSetup local() {
        return new RunSetup(Topology.SWARM, List.of(), 0, "", "", Map.of());
    }
}
