package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.omb.OmbLists.OmbTotals;
import dev.weir.result.omb.OmbLoad;
import java.util.List;
import java.util.Optional;

/**
 * A whole result file of a run.
 *
 * @param schemaVersion {@link DocumentReader#SCHEMA_VERSION}; 0 if it is OMB's
 * @param outcome empty in OMB's files
 * @param weir all other fields; empty in OMB's files
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunDocument(
        int schemaVersion,
        Optional<Outcome> outcome,
        @JsonUnwrapped OmbRun run,
        @JsonUnwrapped OmbLoad load,
        @JsonUnwrapped OmbLists series,
        @JsonUnwrapped OmbTotals totals,
        Optional<RunDetails> weir) {
    public RunDocument withHooks(List<HookResult> hooks) {
        return new RunDocument(
                schemaVersion, outcome, run, load, series, totals, weir.map(each -> each.withHooks(hooks)));
    }

    /**
     * OMB's fields about what was run, on top of a result.
     *
     * @param version version of the system under test
     * @param beginTime in OMB's form, local time; older versions of OMB have other forms
     * @param endTime as {@code beginTime}
     */
    public record OmbRun(
            Optional<String> workload,
            Optional<String> driver,
            Optional<String> version,
            Optional<String> beginTime,
            Optional<String> endTime) {}
}
