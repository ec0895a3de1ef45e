package dev.weir.result;

import dev.weir.result.code.Outcome;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a search found: not one number, but the interval in which the highest sustainable rate lies.
 *
 * @param workload what was to be searched for
 * @param stands the run that stands for it: at the rate that was found, or, if none was, the last
 * @param rates what was found
 * @param interrupted whether a person ended it
 * @param ended why the search ended early; empty if it found its answer
 * @param points its runs, in the order in which they were made
 * @param file where this goes; ends in {@value #ENDING}
 */
public record SearchResult(
        Workload workload,
        RunResult stands,
        Rates rates,
        boolean interrupted,
        String ended,
        List<SearchPoint> points,
        Path file) {
    /** Of the file that says what was found. */
    public static final String ENDING = ".search.json";

    public SearchResult {
        points = List.copyOf(points);
    }

    /**
     * Between which rates the highest sustainable one lies.
     *
     * @param sustained the highest rate that was, messages per second; empty if none was
     * @param confirmed whether it held in as many confirmations as were asked for
     * @param notSustained the lowest rate that was not; empty if all were
     * @param whyNotSustained what that rate's last run missed; or why it says nothing, so that the limit may be the
     *     instrument's
     */
    public record Rates(
            OptionalDouble sustained, boolean confirmed, OptionalDouble notSustained, String whyNotSustained) {}

    /** Where the last run at the found rate stands as a result of its own, as OMB writes it; empty if none was found. */
    public Optional<Path> resultFile() {
        return rates.sustained.isPresent() && !interrupted
                ? Optional.of(Path.of(file.toString().replace(ENDING, ".json")))
                : Optional.empty();
    }

    /** What the answer is worth: the worse of the last runs at the two rates; without either, of the run that stands for it. */
    public Outcome validity() {
        return points.stream()
                .filter(point -> isAt(point, rates.sustained) || isAt(point, rates.notSustained))
                .collect(Collectors.toMap(SearchPoint::messagesPerSecond, SearchPoint::outcome, (one, next) -> next))
                .values()
                .stream()
                .max(Comparator.naturalOrder())
                .orElse(stands.outcome());
    }

    /** How many of its runs had each outcome. */
    public SortedMap<Outcome, Long> outcomes() {
        return points.stream()
                .collect(Collectors.groupingBy(SearchPoint::outcome, TreeMap::new, Collectors.counting()));
    }

    private static boolean isAt(SearchPoint point, OptionalDouble rate) {
        return rate.isPresent() && rate.getAsDouble() == point.messagesPerSecond();
    }
}
