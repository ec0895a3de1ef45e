package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.run.HookResult;
import dev.weir.workload.text.OptionNames;
import java.util.List;

/**
 * Fields of a result under {@code weir}, in parts whose fields lie flat beside each other.
 *
 * @param verdict statements about the instrument and the system
 * @param course phases and events
 * @param load what was sent, and how a backlog or an outage went
 * @param measurements latencies and intervals
 * @param checks audit, thresholds, durability and clocks
 * @param instrument Weir's own processes
 * @param clients producers, consumers and their topics
 * @param origin what was run on which system
 */
public record RunDetails(
        @JsonUnwrapped RunVerdict verdict,
        @JsonUnwrapped RunCourse course,
        @JsonUnwrapped RunLoad load,
        @JsonUnwrapped RunMeasurements measurements,
        @JsonUnwrapped RunChecks checks,
        @JsonUnwrapped RunInstrument instrument,
        @JsonUnwrapped RunClients clients,
        @JsonUnwrapped RunOrigin origin) {
    public RunDetails withHooks(List<HookResult> hooks) {
        return new RunDetails(
                verdict,
                course,
                load,
                measurements,
                checks,
                instrument,
                clients,
                new RunOrigin(origin.brokerMetrics(), origin.provenance(), hooks));
    }

    /** Returns a text that names options instead of fields, if the load of the run was described by options. */
    public String inItsOptions(String text) {
        return origin.provenance()
                .map(provenance -> OptionNames.in(text, provenance.files().set().keySet()))
                .orElse(text);
    }

    /** Details of a file without {@code weir}. */
    public static final RunDetails NONE = DocumentReader.empty(RunDetails.class);
}
