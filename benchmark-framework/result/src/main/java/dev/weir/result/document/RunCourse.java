package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.PhaseSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Course of a run: phases and events.
 *
 * @param run identity of the run; absent only in files that Weir did not write
 * @param phases in order
 * @param events in order
 * @param parts parts of the load
 */
public record RunCourse(Optional<Run> run, List<PhaseSpan> phases, List<RunEvent> events, List<PartSummary> parts) {
    public RunCourse {
        phases = List.copyOf(phases);
        events = List.copyOf(events);
        parts = List.copyOf(parts);
    }

    /**
     * Identity of a run.
     *
     * @param begin ISO-8601
     * @param end ISO-8601
     * @param campaign name of its campaign; empty if it is no part of one, like the following fields
     * @param point values by which it differs from its workload file
     * @param repeat from 1; 0 for a discarded run
     * @param discarded whether it is excluded from comparisons
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Run(
            String id,
            String begin,
            String end,
            Optional<String> campaign,
            Optional<Map<String, String>> point,
            OptionalInt repeat,
            Optional<Boolean> discarded) {}
}
