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
 * @param clients how many it had
 * @param counts of its messages; empty in a result that was recovered
 * @param clock of its host, compared with the coordinator's
 * @param effort what the run cost its process; empty in a result that was recovered
 * @param pacing how exactly its senders keep the time
 * @param lost what is known of its loss; null if it was not lost
 */
public record Worker(
        String name,
        Map<String, Object> facts,
        @JsonUnwrapped Clients clients,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Counts> counts,
        @JsonUnwrapped Clock clock,
        @JsonUnwrapped Effort effort,
        @JsonUnwrapped Pacing pacing,
        Optional<WorkerLoss> lost) {
    private static final String HOST = "host";

    /** Name of its host; empty if it did not tell. */
    public Optional<String> host() {
        return host(facts);
    }

    /** The host among the facts of a process. */
    public static Optional<String> host(Map<String, Object> facts) {
        return Optional.ofNullable(facts.get(HOST)).map(String::valueOf);
    }

    /** Which JVM it was: no other has the same. */
    public String jvm() {
        return facts.getOrDefault(HOST, "") + " " + facts.getOrDefault("bootId", "") + " "
                + facts.getOrDefault("processId", "");
    }

    /** How many clients it had. */
    public record Clients(int producers, int consumers, int pipelines) {}

    /**
     * The clock of its host.
     *
     * @param clockOffsetNanos ahead of the coordinator's
     * @param clockBoundNanos error of that
     */
    public record Clock(long clockOffsetNanos, long clockBoundNanos) {}

    /** What the run cost its process. */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Effort(OptionalDouble cpuSeconds, OptionalLong gcMillis) {}

    /**
     * How exactly its senders keep the time.
     *
     * @param pacingPrecisionNanos at most so much late
     * @param pacingSpinNanos so long before a send they do not sleep
     */
    public record Pacing(long pacingPrecisionNanos, long pacingSpinNanos) {}
}
