package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.run.MemberEventResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When what happened in a run.
 *
 * @param run which run it was; absent only in files that Weir did not write
 * @param phases in order
 * @param events in order
 * @param parts of the load
 * @param members what changes of the members of groups did, in order
 */
public record RunCourse(
        Optional<Run> run,
        List<PhaseSpan> phases,
        List<RunEvent> events,
        List<PartSummary> parts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MemberEventResult> members) {
    public RunCourse {
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        parts = List.copyOf(parts);
        members = List.copyOf(members);
    }

    /**
     * Which run it was.
     *
     * @param begin ISO-8601
     * @param end ISO-8601
     * @param campaign its name; empty if the run is no part of one, as the following
     * @param point by which it differs from its workload file
     * @param repeat from 1; 0 of a run that counts in no comparison
     * @param discarded whether it counts in no comparison
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Run(
            String id,
            Optional<String> begin,
            Optional<String> end,
            Optional<String> campaign,
            Optional<Map<String, String>> point,
            OptionalInt repeat,
            Optional<Boolean> discarded) {}
}
