package dev.weir.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.measure.HistogramLog;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * What a run leaves on disk while it goes on, so that a killed coordinator loses at most one interval: the counters of
 * each interval as a line of JSON in {@code <base>.journal.jsonl}, its histograms in {@code <base>.hlog}. When the result
 * has been written the first of the two is in it, and is deleted; the {@code .hlog} stays beside the result. Used by the
 * coordinator's thread.
 */
public final class Journal implements AutoCloseable {
    private static final ObjectMapper JSON = ResultJson.mapper();

    private final Path lines;
    private final BufferedWriter writer;
    private final HistogramLog histograms;
    private Optional<String> failure = Optional.empty();

    /**
     * Begins the journal of a run.
     *
     * @param base path of the result without its ending; its folder exists
     * @param header what identifies the run: the first line
     * @throws UncheckedIOException if it cannot be written
     */
    public Journal(Path base, long startEpochNanos, Map<String, ?> header) {
        lines = Path.of(base + ".journal.jsonl");
        try {
            writer = Files.newBufferedWriter(lines, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + lines, e);
        }
        histograms = new HistogramLog(Path.of(base + ".hlog"), startEpochNanos);
        append(header);
    }

    void append(Object line) {
        if (failure.isPresent()) {
            return;
        }
        try {
            writer.write(JSON.writeValueAsString(line));
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            failure = Optional.of("cannot write " + lines + " any longer: " + e.getMessage());
        }
    }

    void appendLatencies(String worker, Interval interval) {
        histograms.append("warmUp.", worker, interval.fromNanos(), interval.toNanos(), interval.warmup());
        histograms.append("", worker, interval.fromNanos(), interval.toNanos(), interval.measured());
    }

    /** Why it is incomplete; empty if it is not. The run goes on without it: its figures are worth more. */
    public Optional<String> failure() {
        return failure.or(histograms::failure);
    }

    /** Deletes what the result holds by now. */
    public void deleteLines() {
        try {
            Files.deleteIfExists(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + lines, e);
        }
    }

    @Override
    public void close() {
        histograms.close();
        try {
            writer.close();
        } catch (IOException e) {
            failure = Optional.of("cannot write " + lines + " any longer: " + e.getMessage());
        }
    }
}
