package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.run.ClusterSettingResult;
import dev.weir.result.run.RunSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
}
