package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.measure.Counts;
import dev.weir.result.run.WorkerLoss;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A worker.
 *
 * @param facts facts about its process and host, by name
 * @param counts counts of its messages; empty in a recovered result
 * @param clockOffsetNanos how far the clock of its host is ahead of the coordinator's
 * @param clockBoundNanos error of that offset
 * @param cpuSeconds CPU time of its process for the run; empty in a recovered result, like {@code gcMillis}
 * @param pacingPrecisionNanos largest lateness of its send times
 * @param pacingSpinNanos time before a send in which the sender does not sleep
 * @param lost facts about its loss; null if it was not lost
 */
public record Worker(
        String name,
        Map<String, Object> facts,
        int producers,
        int consumers,
        int pipelines,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Counts> counts,
        long clockOffsetNanos,
        long clockBoundNanos,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble cpuSeconds,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong gcMillis,
        long pacingPrecisionNanos,
        long pacingSpinNanos,
        Optional<WorkerLoss> lost) {
    private static final String HOST = "host";

    /** Returns the name of its host; empty if it was not reported. */
    public Optional<String> host() {
        return host(facts);
    }

    public static Optional<String> host(Map<String, Object> facts) {
        return Optional.ofNullable(facts.get(HOST)).map(String::valueOf);
    }

    public String jvm() {
        return facts.getOrDefault(HOST, "") + " " + facts.getOrDefault("bootId", "") + " "
                + facts.getOrDefault("processId", "");
    }
}
