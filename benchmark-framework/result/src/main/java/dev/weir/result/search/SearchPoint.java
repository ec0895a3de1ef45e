package dev.weir.result.search;

import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Severity;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.threshold.ThresholdText;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One run of a search: a point of the rate-latency curve. Its figures are those of {@link SearchDocument.SearchedPoint}.
 *
 * @param latency the two headline latencies by name
 */
public record SearchPoint(
        Kind kind,
        double messagesPerSecond,
        double achievedMessagesPerSecond,
        Outcome outcome,
        boolean sustained,
        String why,
        Map<String, LatencySummary> latency,
        Path resultFile) {
    public enum Kind {
        /** Brackets the highest rate, then bisects. */
        PROBE,
        /** Checks that the found rate holds for longer. */
        CONFIRMATION,
        /** Measures latency at a share of the found rate. */
        CURVE;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public SearchPoint {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
    }

    /**
     * Creates the point of a run, whose thresholds are the criteria. It is sustained if they are met and its figures
     * can be trusted.
     */
    public static SearchPoint of(Kind kind, RunResult run, Path resultFile) {
        Map<String, LatencySummary> latency = new TreeMap<>();
        for (Latency name : List.of(Latency.PUBLISH_RESPONSE, Latency.END_TO_END_RESPONSE)) {
            if (run.measured().has(name)) {
                latency.put(name.key(), LatencySummary.of(run.measured().of(name)));
            }
        }
        String why = why(run);
        return new SearchPoint(
                kind,
                run.workload().producerRate(),
                run.throughput().achievedMessagesPerSecond(),
                run.outcome(),
                why.isEmpty(),
                why,
                latency,
                resultFile);
    }

    private static String why(RunResult run) {
        if (run.outcome() == Outcome.FAILED) {
            return "the run failed: " + run.failure();
        }
        if (run.outcome() == Outcome.INVALID) {
            return "the run is invalid: "
                    + run.reasons().stream()
                            .filter(reason -> reason.severity() == Severity.INVALID)
                            .map(reason -> reason.code().name())
                            .collect(Collectors.joining(", "));
        }
        return run.thresholds().stream()
                .filter(ThresholdCheck::isMissed)
                .map(ThresholdText::of)
                .collect(Collectors.joining("; "));
    }
}
