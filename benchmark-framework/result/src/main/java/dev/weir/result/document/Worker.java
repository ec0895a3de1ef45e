package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * @param clients numbers of its clients
 * @param counts counts of its messages; empty in a recovered result
 * @param clock clock of its host, compared with the coordinator's
 * @param effort cost of the run for its process; empty in a recovered result
 * @param pacing precision of its send times
 * @param lost facts about its loss; null if it was not lost
 */
public record Worker(
        String name,
        Map<String, Object> facts,
        @JsonUnwrapped ClientCounts clients,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Counts> counts,
        @JsonUnwrapped HostClock clock,
        @JsonUnwrapped Effort effort,
        @JsonUnwrapped Pacing pacing,
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

    /** Numbers of its clients. */
    public record ClientCounts(int producers, int consumers, int pipelines) {}

    /**
     * Clock of its host.
     *
     * @param clockOffsetNanos how far it is ahead of the coordinator's
     * @param clockBoundNanos error of that offset
     */
    public record HostClock(long clockOffsetNanos, long clockBoundNanos) {}

    /** Cost of the run for its process. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Effort(OptionalDouble cpuSeconds, OptionalLong gcMillis) {}

    /**
     * Precision of its send times.
     *
     * @param pacingPrecisionNanos largest lateness
     * @param pacingSpinNanos time before a send in which the sender does not sleep
     */
    public record Pacing(long pacingPrecisionNanos, long pacingSpinNanos) {}
}
