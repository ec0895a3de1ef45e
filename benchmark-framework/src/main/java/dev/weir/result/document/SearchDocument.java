package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.code.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the result file of a search has beside the fields of a run.
 *
 * @param answer what it found
 * @param curve its runs, by rate
 */
public record SearchDocument(@JsonUnwrapped Answer answer, List<Point> curve) {
    public SearchDocument {
        curve = List.copyOf(curve);
    }

    /**
     * What it found: the interval in which the highest sustainable rate lies.
     *
     * @param sustainedMessagesPerSecond the highest rate that was; null if none was
     * @param confirmed whether it held in as many confirmations as were asked for
     * @param notSustainedMessagesPerSecond the lowest rate that was not; null if all were
     * @param notSustainedWhy what that run missed
     * @param ended why the search ended early; empty if it found its answer
     */
    public record Answer(
            Optional<Number> sustainedMessagesPerSecond,
            boolean confirmed,
            Optional<Number> notSustainedMessagesPerSecond,
            String notSustainedWhy,
            String ended) {}

    /**
     * One of its runs.
     *
     * @param run what it was for, and how it ended
     * @param endToEnd response times from end to end
     * @param publish response times of publishing
     * @param result its file, seen from the folder of the search's file
     */
    public record Point(
            @JsonUnwrapped PointRun run,
            @JsonUnwrapped(prefix = "endToEndResponse") Quantiles endToEnd,
            @JsonUnwrapped(prefix = "publishResponse") Quantiles publish,
            String result) {}

    /**
     * What a run was for, and how it ended.
     *
     * @param kind {@code probe}, {@code confirmation} or {@code curve}
     * @param messagesPerSecond asked for
     * @param achievedMessagesPerSecond acknowledged
     * @param sustained whether all held that had to
     * @param why not; empty if it was
     */
    public record PointRun(
            String kind,
            Optional<Number> messagesPerSecond,
            double achievedMessagesPerSecond,
            Optional<Outcome> outcome,
            boolean sustained,
            String why) {}

    /**
     * A latency.
     *
     * @param nanos p50, p99 and p99.9, as far as they are known
     * @param greaterThan those of them that are lower bounds
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Quantiles(
            @JsonProperty("Nanos") Optional<Map<String, Long>> nanos,
            @JsonProperty("GreaterThan") Optional<List<String>> greaterThan) {}
}
