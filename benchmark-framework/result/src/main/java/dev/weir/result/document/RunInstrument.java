package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.run.ProfileResult;
import java.util.List;
import java.util.Optional;

/**
 * Weir's own processes.
 *
 * @param workers in their order
 * @param harness observations of each process during the measurement
 * @param profiles recordings of these processes and of embedded brokers; empty if the workload asks for none
 */
public record RunInstrument(
        List<Worker> workers,
        Optional<Harness> harness,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ProfileResult> profiles) {
    public RunInstrument {
        workers = List.copyOf(workers);
        profiles = List.copyOf(profiles);
    }
}
