package dev.weir.result.search;

import dev.weir.result.RunResult;
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
        return points.stream()
                .filter(point -> isAt(point, rates.sustained) || isAt(point, rates.notSustained))
                .collect(Collectors.toMap(SearchPoint::messagesPerSecond, SearchPoint::outcome, (one, next) -> next))
                .values()
                .stream()
                .max(Comparator.naturalOrder())
                .orElse(stands.outcome());
    }

    public SortedMap<Outcome, Long> outcomes() {
        return points.stream()
                .collect(Collectors.groupingBy(SearchPoint::outcome, TreeMap::new, Collectors.counting()));
    }

    private static boolean isAt(SearchPoint point, OptionalDouble rate) {
        return rate.isPresent() && rate.getAsDouble() == point.messagesPerSecond();
    }
}
