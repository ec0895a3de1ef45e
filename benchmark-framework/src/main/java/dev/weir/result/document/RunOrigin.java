package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.run.HookResult;
import java.util.List;
import java.util.Optional;

/**
 * What was run, on what.
 *
 * @param brokerMetrics what the system's hosts reported; empty where none was asked
 * @param provenance what was run, on what
 * @param hooks what became of the commands around the run
 */
public record RunOrigin(
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<BrokerMetrics> brokerMetrics,
        Optional<Provenance> provenance,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HookResult> hooks) {
    public RunOrigin {
        hooks = List.copyOf(hooks);
    }
}
