package dev.weir.result;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a search found: not one number, but the interval in which the highest sustainable rate lies.
 *
 * @param workload label of what was run
 * @param driver label of what it ran on
 * @param precision how narrow the interval was to become, as a share of its upper end
 * @param sustained the highest rate that was, messages per second; empty if none was
 * @param confirmed whether it held in as many confirmations as were asked for
 * @param notSustained the lowest rate that was not; empty if all were
 * @param ended why the search went no further; empty if it came to its end
 * @param points its runs, in the order in which they were made
 * @param file where this goes
 */
public record SearchResult(
        String workload,
        String driver,
        double precision,
        OptionalDouble sustained,
        boolean confirmed,
        OptionalDouble notSustained,
        String ended,
        List<SearchPoint> points,
        Path file) {
    public SearchResult {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(driver);
        Objects.requireNonNull(ended);
        Objects.requireNonNull(file);
        points = List.copyOf(points);
    }
}
