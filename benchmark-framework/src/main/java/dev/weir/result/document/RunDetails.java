package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.run.HookResult;
import java.util.List;

/**
 * What a result has under {@code weir}, in parts whose fields lie flat beside each other.
 *
 * @param verdict what was found of the instrument and of the system
 * @param course when what happened
 * @param load what was sent, and how a backlog or an outage went
 * @param measurements latencies and intervals
 * @param checks audit, thresholds, durability and clocks
 * @param instrument Weir's own processes
 * @param clients producers, consumers and their topics
 * @param origin what was run, on what
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
    /** The same with what became of the commands around the run. */
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

    /** Of a file that has nothing under {@code weir}. */
    public static final RunDetails NONE = DocumentReader.empty(RunDetails.class);
}
