package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.run.HookResult;
import java.util.List;
import java.util.Optional;

/** Origin of a result, and the commands around the run. */
public record RunOrigin(
        Optional<Provenance> provenance,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HookResult> hooks) {
    public RunOrigin {
        hooks = List.copyOf(hooks);
    }
}
