package dev.weir.result.run;

import dev.weir.workload.Topology;
import java.util.List;

/**
 * How a run was set up beyond its files: what it takes to run it again.
 *
 * @param topology how clients were spread over workers
 * @param workers their addresses; empty: the coordinator's own process did the work
 * @param embeddedBrokers brokers that were started for it; 0: the driver file says which system it ran on
 * @param driverPath where its driver lay; empty if that came with this tool
 * @param serviceVersion of the system, as the person who ran it gave it; empty if not given
 */
public record RunSetup(
        Topology topology, List<String> workers, int embeddedBrokers, String driverPath, String serviceVersion) {
    public RunSetup {
        workers = List.copyOf(workers);
        if (embeddedBrokers < 0) {
            throw new IllegalArgumentException("embeddedBrokers must be at least 0, got " + embeddedBrokers);
        }
    }

    /** In this process, on a system of the driver file's. */
    public static RunSetup local() {
        return new RunSetup(Topology.SWARM, List.of(), 0, "", "");
    }
}
