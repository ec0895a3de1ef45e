package dev.weir.result.stored;

import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.SampleKind;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Samples of each interval of a measurement, of all workers together, from the {@code .hlog} beside a result. */
public final class IntervalHistograms {
    private IntervalHistograms() {}

    /**
     * Reads a latency for each measured interval of a result in order; an interval without samples has an empty entry.
     * Returns empty if there is no such file, or it cannot be read: percentiles are computed without it, a bootstrap not.
     */
    public static Optional<List<LatencySamples>> of(StoredResult result, Latency latency) {
        OptionalLong origin = result.originNanos();
        return origin.isEmpty()
                ? Optional.empty()
                : of(
                        ofResult(result.file()),
                        result.intervals().stream()
                                .filter(StoredInterval::isMeasured)
                                .map(interval -> origin.getAsLong() + Math.round(interval.beginSeconds() * 1e9)),
                        latency);
    }

    /** Reads a latency of a finished run whose result may not be written yet. */
    public static Optional<List<LatencySamples>> of(RunResult result, Path file, Latency latency) {
        return of(
                ofResult(file),
                result.intervals().stream()
                        .filter(interval -> Phase.isMeasured(interval.phase()))
                        .map(interval -> IsoTime.epochNanos(interval.begin())),
                latency);
    }

    private static Optional<List<LatencySamples>> of(Path log, Stream<Long> begins, Latency latency) {
        NavigableMap<Long, LatencySamples> byBegin = new TreeMap<>();
        begins.forEach(begin -> byBegin.put(begin, new LatencySamples()));
        if (byBegin.isEmpty() || !Files.isRegularFile(log)) {
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

    public static Path ofResult(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
        return file.resolveSibling(name + ".hlog");
    }

    /**
     * Adds a histogram. One before the measurement contains messages that were due in it, and goes to its first
     * interval.
     */
    private static void add(
            NavigableMap<Long, LatencySamples> byBegin, long middle, SampleKind kind, LatencyHistogram histogram) {
        Map.Entry<Long, LatencySamples> entry = byBegin.floorEntry(middle);
        (entry == null ? byBegin.firstEntry() : entry).getValue().of(kind).add(histogram);
    }
}
