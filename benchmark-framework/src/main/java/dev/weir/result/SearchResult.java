package dev.weir.result;

import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a search found: not one number, but the interval in which the highest sustainable rate lies.
 *
 * @param workload what was to be searched for
 * @param stands the run that stands for it: at the rate that was found, or, if none was, the last
 * @param sustained the highest rate that was, messages per second; empty if none was
 * @param confirmed whether it held in as many confirmations as were asked for
 * @param notSustained the lowest rate that was not; empty if all were
 * @param whyNotSustained what that rate's last run missed; or why it says nothing, so that the limit may be the instrument's
 * @param interrupted whether a person ended it
 * @param ended why the search went no further; empty if it came to its end
 * @param points its runs, in the order in which they were made
 * @param file where this goes
 */
public record SearchResult(
        Workload workload,
        RunResult stands,
        OptionalDouble sustained,
        boolean confirmed,
        OptionalDouble notSustained,
        String whyNotSustained,
        boolean interrupted,
        String ended,
        List<SearchPoint> points,
        Path file) {
    public SearchResult {
        Objects.requireNonNull(workload);
        Objects.requireNonNull(stands);
        Objects.requireNonNull(whyNotSustained);
        Objects.requireNonNull(ended);
        Objects.requireNonNull(file);
        points = List.copyOf(points);
    }
}
