package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.run.HookResult;
import java.util.List;
import java.util.Optional;

/**
 * Origin of a result.
 *
 * @param brokerMetrics metrics of the system's hosts; empty if none were requested
 * @param provenance what was run on which system
 * @param hooks results of the commands around the run
 */
public record RunOrigin(
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<BrokerMetrics> brokerMetrics,
        Optional<Provenance> provenance,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HookResult> hooks) {
    public RunOrigin {
        hooks = List.copyOf(hooks);
    }
}
