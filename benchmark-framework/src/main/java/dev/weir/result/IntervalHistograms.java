package dev.weir.result;

import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.SampleKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Samples of each interval of a measurement, of all workers together, from the {@code .hlog} beside a result. */
public final class IntervalHistograms {
    private IntervalHistograms() {}

    /**
     * Of a latency, for each measured interval of a result in order; an interval without samples has an empty entry.
     *
     * @return empty if there is no such file, or if it cannot be read: what a bootstrap wants and a percentile can do without
     */
    public static Optional<List<LatencySamples>> of(StoredResult result, Latency latency) {
        Path log = ofResult(result.file());
        if (result.originNanos().isEmpty() || !Files.isRegularFile(log)) {
            return Optional.empty();
        }
        NavigableMap<Long, LatencySamples> byBegin = new TreeMap<>();
        long origin = result.originNanos().getAsLong();
        result.intervals().stream()
                .filter(StoredInterval::isMeasured)
                .forEach(interval ->
                        byBegin.put(origin + Math.round(interval.beginSeconds() * 1e9), new LatencySamples()));
        if (byBegin.isEmpty()) {
            return Optional.empty();
        }
        try {
            long leftOut = HistogramLogReader.read(
                    log,
                    tag -> tag.latency() == latency && !tag.warmup(),
                    (tag, middle, histogram) -> add(byBegin, middle, tag.kind(), histogram));
            return leftOut > 0 ? Optional.empty() : Optional.of(new ArrayList<>(byBegin.values()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The file of histograms that belongs to a result file. */
    public static Path ofResult(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
        return file.resolveSibling(name + ".hlog");
    }

    /** What is before the measurement belongs to messages that were due in it, and stays with its first interval. */
    private static void add(
            NavigableMap<Long, LatencySamples> byBegin, long middle, SampleKind kind, LatencyHistogram histogram) {
        Map.Entry<Long, LatencySamples> entry = byBegin.floorEntry(middle);
        (entry == null ? byBegin.firstEntry() : entry).getValue().of(kind).add(histogram);
    }
}
