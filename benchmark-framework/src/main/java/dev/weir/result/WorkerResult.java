package dev.weir.result;

import dev.weir.measure.Counts;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One worker's part in a run.
 *
 * @param name {@code host:port}, or {@code in-process}
 * @param facts what it reported
 * @param producers it ran
 * @param consumers it ran
 * @param pipelines instances of a pipeline that it ran
 * @param counts messages from first to last, warm-up included
 * @param clockOffsetNanos its clock minus the coordinator's
 * @param clockBoundNanos error of that estimate, at most
 * @param cpuSeconds CPU time its process used during the load; for a local run that of the coordinator too
 * @param gcMillis time its process spent in garbage collections during the load
 * @param pacingPrecisionNanos its senders woke up at most once in so long; 0 without a sender
 * @param pacingSpinNanos for so long before a message was due they spun, instead of being parked
 * @param lost when and how it was lost; empty if it stayed to the end
 */
public record WorkerResult(
        String name,
        Map<String, Object> facts,
        int producers,
        int consumers,
        int pipelines,
        Counts counts,
        long clockOffsetNanos,
        long clockBoundNanos,
        double cpuSeconds,
        long gcMillis,
        long pacingPrecisionNanos,
        long pacingSpinNanos,
        Optional<WorkerLoss> lost) {
    public WorkerResult {
        Objects.requireNonNull(name);
        Objects.requireNonNull(counts);
        Objects.requireNonNull(lost);
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }
}
