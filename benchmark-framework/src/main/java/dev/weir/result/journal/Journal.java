package dev.weir.result.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.measure.HistogramLog;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDocument;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run leaves on disk while it goes on, so that a killed coordinator loses at most one interval: lines of JSON in
 * {@code <base>.journal.jsonl}, each with what is known of the run, with an event, or with the counters of an interval; its
 * histograms in {@code <base>.hlog}. Each line is with the operating system when its method returns. {@link Recovery} makes
 * a result of both. When the result has been written the first of the two is in it, and is deleted; the {@code .hlog} stays
 * beside the result. Used by the coordinator's thread.
 */
public final class Journal implements AutoCloseable {
    /** How the name of its file ends. */
    public static final String ENDING = ".journal.jsonl";

    private static final ObjectMapper JSON = DocumentReader.json();

    private final Path lines;
    private final JournalLock lock;
    private final OutputStream stream;
    private final Path log;
    private final HistogramLog histograms;
    private Optional<String> failure = Optional.empty();

    /**
     * Begins the journal of a run.
     *
     * @param base path of the result without its ending; its folder exists
     * @throws UncheckedIOException if it cannot be written
     */
    public Journal(Path base, long startEpochNanos) {
        lines = Path.of(base + ENDING);
        log = Path.of(base + ".hlog");
        try {
            lock = JournalLock.create(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + lines, e);
        }
        stream = Channels.newOutputStream(lock.channel());
        try {
            histograms = new HistogramLog(Files.newOutputStream(log), startEpochNanos);
        } catch (IOException e) {
            deleteLines();
            throw new UncheckedIOException("cannot write " + log, e);
        }
    }

    /**
     * Notes what is known of the run by now, in place of what was known before.
     *
     * @param names of what it has made, or will make, in the system: see {@code weir.run.id} of a result
     */
    public void known(RunDocument run, List<String> names) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", run);
        line.put("names", names);
        append(line);
    }

    /** Notes an event. */
    public void happened(RunEvent event) {
        append(Map.of("event", event));
    }

    void append(Part part, Interval interval, IntervalSummary summary) {
        append(new JournaledInterval(part.name(), interval.fromNanos(), interval.toNanos(), summary));
    }

    private void append(Object line) {
        if (failure.isPresent()) {
            return;
        }
        try {
            stream.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            failure = Optional.of("cannot write " + lines + " any longer: " + e.getMessage());
        }
    }

    /** Before the interval itself is appended: what is there of an interval is all there. */
    void appendLatencies(String worker, Interval interval) {
        if (failure.isPresent()) {
            return;
        }
        try {
            histograms.append(true, worker, interval.fromNanos(), interval.toNanos(), interval.warmup());
            histograms.append(false, worker, interval.fromNanos(), interval.toNanos(), interval.measured());
        } catch (IOException e) {
            failure = Optional.of("cannot write " + log + " any longer: " + e.getMessage());
        }
    }

    /** Why it is incomplete; empty if it is not. The run goes on without it: its figures are worth more. */
    public Optional<String> failure() {
        return failure;
    }

    /** Nothing more comes. The run still has it, until its result is written. */
    public void end() {
        try {
            histograms.close();
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of("cannot write " + log + " any longer: " + e.getMessage()));
        }
    }

    /** Deletes what the result holds by now. */
    public void deleteLines() {
        try (lock) {
            Files.deleteIfExists(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + lines, e);
        }
    }

    @Override
    public void close() {
        end();
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + lines, e);
        }
    }
}
