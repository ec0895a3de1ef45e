package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.workload.Topology;
import dev.weir.workload.text.Checks;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Origin of a result: command, files, versions and system.
 *
 * @param commandLine command that started the run, as a person can type it
 * @param version version of Weir
 * @param coordinator facts about its process and host, by name
 * @param seed seed of all random numbers
 * @param workload fields of the workload file in effect, with each default
 * @param driver fields of the driver file in effect, with each default
 * @param throughputs rates that the workload file gives in bytes, by field, as they are written
 * @param set fields that the command line sets, by path, without secrets
 * @param client identity of the code of the client library
 * @param clientSettings its settings in effect, by names such as {@code producerConfig.linger.ms}
 * @param system facts that the system reported about itself, by name
 * @param clusterConfig changes of the cluster's settings for the run
 */
public record Provenance(
        String commandLine,
        String version,
        RunSetup setup,
        Map<String, Object> coordinator,
        long seed,
        Map<String, Object> workload,
        Map<String, Object> driver,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> throughputs,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> set,
        Optional<String> client,
        Optional<Map<String, String>> clientSettings,
        Map<String, Object> system,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ClusterSettingResult> clusterConfig) {
    public Provenance {
        clusterConfig = List.copyOf(clusterConfig);
    }

    /**
     * Change of one setting of the cluster by a run, and its restoration.
     *
     * @param name name in the driver file
     * @param property name in the cluster
     * @param asked value that the run requested
     * @param before value before the run; {@code 1 (default)} where the cluster had no value of its own
     * @param applied value that the cluster reported when the run began; empty if it was not reached
     * @param after value that the cluster reported after the restoration; empty if unknown
     * @param restored whether it has its previous value again
     */
    public record ClusterSettingResult(
            String name, String property, String asked, String before, String applied, String after, boolean restored) {
        public String text() {
            return property + " was " + before + ", " + (applied.isEmpty() ? "an unknown value" : applied)
                    + " in this run, and is " + (restored ? "put back" : "not put back");
        }
    }

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
}
