package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.measure.Counts;
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
 * @param cpuSeconds CPU time of its process between its first and last snapshot; like {@code gcMillis}, empty if it sent
 *     fewer than two, and in a recovered result
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

    /**
     * A lost worker that a run went on without.
     *
     * @param at when it was given up, ISO-8601, on the coordinator's clock
     * @param reason cause, for a person
     * @param lastSnapshot number of its last snapshot; -1 if there was none
     * @param lastSnapshotAt end of that snapshot, ISO-8601, on the coordinator's clock; empty if there was none
     * @param unsent messages that were due from it after that snapshot and may not have been sent
     */
    public record WorkerLoss(String at, String reason, long lastSnapshot, String lastSnapshotAt, long unsent) {}
}
