package dev.weir.report;

import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredLatency;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** States how many samples latencies rest on; also those below 0 because of clocks, and lower bounds. */
public final class SampleText {
    /** Of OMB's files, which do not contain the numbers. */
    private static final String UNKNOWN = "unknown";

    private SampleText() {}

    /** Returns, for example, {@code 4,800, 12 negative, 3 that never ended}. */
    public static String of(LatencySummary summary) {
        return text(summary.count(), summary.negative(), summary.censored());
    }

    public static String of(StoredLatency latency) {
        return latency.samples().isPresent() ? of(latency.summary()) : UNKNOWN;
    }

    /** Returns the sums over several runs. */
    public static String total(Collection<StoredLatency> latencies) {
        if (latencies.stream().anyMatch(latency -> latency.samples().isEmpty())) {
            return UNKNOWN;
        }
        var summaries = latencies.stream().map(StoredLatency::summary).toList();
        return text(
                summaries.stream().mapToLong(LatencySummary::count).sum(),
                summaries.stream().mapToLong(LatencySummary::negative).sum(),
                summaries.stream().mapToLong(LatencySummary::censored).sum());
    }

    /** Returns the numbers of several latencies that were read by their names. */
    public static String ofEachRead(Map<String, StoredLatency> latencies) {
        return latencies.values().stream().anyMatch(latency -> latency.samples().isEmpty())
                ? UNKNOWN
                : ofEach(latencies, latency -> of(latency.summary()));
    }

    /** Returns the numbers of several latencies by their names: {@code 4,800 of each latency}, or those that differ. */
    public static String ofEach(Map<String, LatencySummary> latencies) {
        return ofEach(latencies, SampleText::of);
    }

    private static <T> String ofEach(Map<String, T> latencies, Function<T, String> text) {
        Map<String, String> namesByText = new LinkedHashMap<>();
        latencies.forEach((name, latency) ->
                namesByText.merge(text.apply(latency), name, (others, other) -> others + ", " + other));
        return namesByText.size() == 1
                ? namesByText.keySet().iterator().next() + " of each latency"
                : namesByText.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining("; "));
    }

    private static String text(long count, long negative, long censored) {
        return Figures.count(count)
                + (negative > 0 ? ", " + Figures.count(negative) + " negative" : "")
                + (censored > 0 ? ", " + Figures.count(censored) + " that never ended" : "");
    }
}
