package dev.weir.result.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.measure.Latency;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Severity;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.LatencySummary;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a search found: not one number, but the interval in which the highest sustainable rate lies.
 *
 * @param stands representative run: at the found rate, or, if none was found, the last run
 * @param interrupted whether a person ended it
 * @param ended why the search ended early; empty if it completed
 * @param file file of this result; ends in {@value #ENDING}
 */
public record SearchResult(
        Workload workload,
        RunResult stands,
        Rates rates,
        boolean interrupted,
        String ended,
        List<SearchPoint> points,
        Path file) {
    /** Extension of the file with the result of a search. */
    public static final String ENDING = ".search.json";

    public SearchResult {
        points = List.copyOf(points);
    }

    /** Between which rates the highest sustainable one lies, as in {@link SearchDocument.SearchAnswer}. */
    public record Rates(
            OptionalDouble sustained, boolean confirmed, OptionalDouble notSustained, String whyNotSustained) {}

    /** Where the last run at the found rate stands as a result of its own, as OMB writes it; empty if none was found. */
    public Optional<Path> resultFile() {
        return rates.sustained.isPresent() && !interrupted
                ? Optional.of(Path.of(file.toString().replace(ENDING, ".json")))
                : Optional.empty();
    }

    /** Returns the worse outcome of the last runs at the two rates; without either, that of the representative run. */
    public Outcome validity() {
        Map<Double, Outcome> last = points.stream()
                .filter(point -> isAt(point, rates.sustained) || isAt(point, rates.notSustained))
                .collect(Collectors.toMap(SearchPoint::messagesPerSecond, SearchPoint::outcome, (one, next) -> next));
        return last.values().stream().max(Comparator.naturalOrder()).orElse(stands.outcome());
    }

    public SortedMap<Outcome, Long> outcomes() {
        return points.stream()
                .collect(Collectors.groupingBy(SearchPoint::outcome, TreeMap::new, Collectors.counting()));
    }

    private static boolean isAt(SearchPoint point, OptionalDouble rate) {
        return rate.isPresent() && rate.getAsDouble() == point.messagesPerSecond();
    }

    /**
     * Writes the file atomically. {@code docs/result.md} describes each field.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public void write() {
        Map<String, @Nullable Object> top = new LinkedHashMap<>();
        top.put("schemaVersion", DocumentReader.SCHEMA_VERSION);
        top.put("workload", workload.name());
        top.put("driver", stands.driver().name());
        top.put("outcome", stands.outcome());
        top.put("validity", validity());
        top.put("outcomes", outcomes());
        top.put("sustainedMessagesPerSecond", number(rates.sustained));
        top.put("confirmed", rates.confirmed);
        top.put("notSustainedMessagesPerSecond", number(rates.notSustained));
        top.put("notSustainedWhy", rates.whyNotSustained);
        top.put("ended", ended);
        Map<String, Object> weir = new LinkedHashMap<>();
        weir.put("interrupted", interrupted);
        weir.put("durability", stands.weir().checks().durability());
        Provenance origin = stands.weir().origin().provenance().orElseThrow();
        weir.put("provenance", stands.header().with(workload).provenance(origin.system(), origin.clusterConfig()));
        top.put("weir", weir);
        Path folder = file.resolveSibling("");
        List<SearchPoint> curve = new ArrayList<>(points);
        curve.sort(Comparator.comparingDouble(SearchPoint::messagesPerSecond));
        top.put("curve", curve.stream().map(point -> point.fields(folder)).toList());
        ResultFile.write(top, file);
    }

    private static @Nullable Number number(OptionalDouble value) {
        return value.isPresent() ? NumberText.written(value.getAsDouble()) : null;
    }

    /**
     * One run of a search: a point of the rate-latency curve, with the figures of {@link SearchDocument.SearchedPoint}.
     *
     * @param latency the two headline latencies by name
     */
    public record SearchPoint(
            ProbeKind kind,
            double messagesPerSecond,
            double achievedMessagesPerSecond,
            Outcome outcome,
            boolean sustained,
            String why,
            Map<String, LatencySummary> latency,
            Path resultFile) {
        private static final List<String> QUANTILES = List.of("p50", "p99", "p99.9");

        public SearchPoint {
            latency = Collections.unmodifiableMap(new TreeMap<>(latency));
        }

        /**
         * Creates the point of a run, whose thresholds are the criteria. It is sustained if they are met and its
         * figures can be trusted.
         */
        public static SearchPoint of(ProbeKind kind, RunResult run, Path resultFile) {
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
                    .map(ThresholdCheck::sentence)
                    .collect(Collectors.joining("; "));
        }

        private Map<String, Object> fields(Path folder) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("kind", kind.key());
            fields.put("messagesPerSecond", NumberText.written(messagesPerSecond));
            fields.put("achievedMessagesPerSecond", achievedMessagesPerSecond);
            fields.put("outcome", outcome);
            fields.put("sustained", sustained);
            fields.put("why", why);
            latency.forEach((name, summary) -> {
                Map<String, Long> quantiles = new LinkedHashMap<>(summary.quantilesNanos());
                quantiles.keySet().retainAll(QUANTILES);
                fields.put(name + "Nanos", quantiles);
                List<String> bounds = new ArrayList<>(summary.greaterThan());
                bounds.retainAll(QUANTILES);
                fields.put(name + "GreaterThan", bounds);
            });
            fields.put("result", folder.relativize(resultFile).toString());
            return fields;
        }
    }

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
         * @param notSustainedWhy what the last run at that rate missed, or why that run is invalid, so that the limit
         *     may be the instrument's
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
}
