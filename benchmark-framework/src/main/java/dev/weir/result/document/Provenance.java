package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.run.ClusterSettingResult;
import dev.weir.result.run.RunSetup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was run, on what.
 *
 * @param command that started it
 * @param setup beyond the files
 * @param coordinator facts about its process and host, by name
 * @param seed of all random numbers
 * @param files in effect
 * @param library the client library, and its settings in effect
 * @param system what the system reported about itself, by name
 * @param clusterConfig what was made of the cluster's settings for the run
 */
public record Provenance(
        @JsonUnwrapped Command command,
        Optional<RunSetup> setup,
        Map<String, Object> coordinator,
        OptionalLong seed,
        @JsonUnwrapped Files files,
        @JsonUnwrapped Client library,
        Map<String, Object> system,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ClusterSettingResult> clusterConfig) {
    public Provenance {
        clusterConfig = List.copyOf(clusterConfig);
    }

    /**
     * The command that started it.
     *
     * @param commandLine as a person can type it
     * @param version of Weir
     */
    public record Command(Optional<String> commandLine, Optional<String> version) {}

    /**
     * The two files, every default included.
     *
     * @param workload fields of a workload file
     * @param driver fields of a driver file
     * @param throughputs rates that the workload file gives in bytes, by field, as they are written
     * @param set fields that the command line gives, by path, without secrets
     */
    public record Files(
            Optional<Map<String, Object>> workload,
            Optional<Map<String, Object>> driver,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> throughputs,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> set) {}

    /**
     * The client library, and its settings in effect.
     *
     * @param client which code it is
     * @param clientSettings by names such as {@code producerConfig.linger.ms}
     */
    public record Client(Optional<String> client, Optional<Map<String, String>> clientSettings) {}
}
