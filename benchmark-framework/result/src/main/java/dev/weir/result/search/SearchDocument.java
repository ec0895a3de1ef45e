package dev.weir.result.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.code.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fields that the result file of a search has in addition to those of a run.
 *
 * @param curve its runs, by rate
 */
public record SearchDocument(@JsonUnwrapped SearchAnswer answer, List<SearchedPoint> curve) {
    public SearchDocument {
        curve = List.copyOf(curve);
    }

    /**
     * Result of a search: the interval that contains the highest sustainable rate.
     *
     * @param sustainedMessagesPerSecond highest sustained rate; null if there is none
     * @param confirmed whether it held in all requested confirmations
     * @param notSustainedMessagesPerSecond lowest rate that was not sustained; null if all were
     * @param notSustainedWhy what the last run at that rate missed, or why that run is invalid, so that the limit may be
     *     the instrument's
     * @param ended why the search ended early; empty if it completed
     */
    public record SearchAnswer(
            Optional<Number> sustainedMessagesPerSecond,
            boolean confirmed,
            Optional<Number> notSustainedMessagesPerSecond,
            String notSustainedWhy,
            String ended) {}

    /**
     * One run of a search.
     *
     * @param kind {@code probe}, {@code confirmation} or {@code curve}
     * @param messagesPerSecond target rate
     * @param achievedMessagesPerSecond acknowledged messages per second
     * @param sustained whether all criteria were met
     * @param why why it was not sustained; empty if it was
     * @param result its file, relative to the folder of the search's file
     */
    public record SearchedPoint(
            String kind,
            Optional<Number> messagesPerSecond,
            double achievedMessagesPerSecond,
            Optional<Outcome> outcome,
            boolean sustained,
            String why,
            @JsonUnwrapped(prefix = "endToEndResponse") Quantiles endToEnd,
            @JsonUnwrapped(prefix = "publishResponse") Quantiles publish,
            String result) {}

    /**
     * Quantiles of a latency.
     *
     * @param nanos p50, p99 and p99.9, as far as they are known
     * @param greaterThan those of them that are lower bounds
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Quantiles(
            @JsonProperty("Nanos") Optional<Map<String, Long>> nanos,
            @JsonProperty("GreaterThan") Optional<List<String>> greaterThan) {}
}
