package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.run.ClusterSettingResult;
import dev.weir.result.run.RunSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Origin of a result: command, files, versions and system.
 *
 * @param command command that started it
 * @param setup set-up beyond the files
 * @param coordinator facts about its process and host, by name
 * @param seed seed of all random numbers
 * @param files files in effect
 * @param library client library, and its settings in effect
 * @param system facts that the system reported about itself, by name
 * @param clusterConfig changes of the cluster's settings for the run
 */
public record Provenance(
        @JsonUnwrapped Command command,
        RunSetup setup,
        Map<String, Object> coordinator,
        long seed,
        @JsonUnwrapped Files files,
        @JsonUnwrapped ProvenanceClient library,
        Map<String, Object> system,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ClusterSettingResult> clusterConfig) {
    public Provenance {
        clusterConfig = List.copyOf(clusterConfig);
    }

    /**
     * Command that started the run.
     *
     * @param commandLine command line as a person can type it
     * @param version version of Weir
     */
    public record Command(String commandLine, String version) {}

    /**
     * The two files, with each default.
     *
     * @param workload fields of a workload file
     * @param driver fields of a driver file
     * @param throughputs rates that the workload file gives in bytes, by field, as they are written
     * @param set fields that the command line sets, by path, without secrets
     */
    public record Files(
            Map<String, Object> workload,
            Map<String, Object> driver,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> throughputs,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> set) {}

    /**
     * Client library, and its settings in effect.
     *
     * @param client identity of its code
     * @param clientSettings settings by names such as {@code producerConfig.linger.ms}
     */
    public record ProvenanceClient(Optional<String> client, Optional<Map<String, String>> clientSettings) {}
}
