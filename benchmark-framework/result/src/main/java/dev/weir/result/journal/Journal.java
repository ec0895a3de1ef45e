package dev.weir.result.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.exception.FailureText;
import dev.weir.measure.HistogramLog;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDocument;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.PartSummary.PartTotal.Part;
import dev.weir.result.journal.StoredJournal.JournaledInterval;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Files that a run writes while it goes on, so that a killed coordinator loses at most one interval. {@code
 * <base>.journal.jsonl} has lines of JSON, each with the facts about the run, an event, or the counters of an interval.
 * {@code <base>.hlog} has the histograms of the intervals. When a method returns, the operating system has its line.
 * {@link Recovery} makes a result from both files. The journal is deleted after the result, which contains it, has been
 * written; the {@code .hlog} stays beside the result. Used by the coordinator's thread.
 */
public final class Journal implements AutoCloseable {
    public static final String ENDING = ".journal.jsonl";

    private static final ObjectMapper JSON = DocumentReader.json();

    private final Path lines;
    private final JournalLock lock;
    private final OutputStream stream;
    private final Path log;
    private final HistogramLog histograms;
    private final Set<RunEvent> events = new HashSet<>();
    private Optional<String> failure = Optional.empty();

    /**
     * Begins the journal of a run.
     *
     * @param base path of the result without its extension; its folder exists
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
     * Writes the current facts about the run, which replace earlier ones.
     *
     * @param names names of what it has created, or will create, in the system: see {@code weir.run.id} of a result
     */
    public void known(RunDocument run, List<String> names) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", run);
        line.put("names", names);
        append(line);
    }

    /** Writes an event, unless it has been written. */
    public void happened(RunEvent event) {
        if (events.add(event)) {
            append(Map.of("event", event));
        }
    }

    void append(Part part, Interval interval, IntervalSummary summary) {
        append(new JournaledInterval(part.name(), interval.fromNanos(), interval.toNanos(), summary));
    }

    private void append(Object line) {
        write(lines, () -> stream.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Begins an interval in the log of histograms: the latencies that follow are of it. */
    void beginLatencies(int number, Interval interval) {
        write(log, () -> histograms.interval(number, interval.fromNanos(), interval.toNanos()));
    }

    /** Writes the latencies of an interval, before the interval, so that each interval in it is complete. */
    void appendLatencies(String worker, Interval interval) {
        write(log, () -> {
            histograms.append(true, worker, interval.fromNanos(), interval.toNanos(), interval.warmup());
            histograms.append(false, worker, interval.fromNanos(), interval.toNanos(), interval.measured());
        });
    }

    /** Writes to a file, unless an earlier call has failed. */
    private void write(Path file, Writing part) {
        if (failure.isPresent()) {
            return;
        }
        try {
            part.run();
        } catch (IOException e) {
            failure = Optional.of("cannot write " + file + " any longer: " + FailureText.of(e));
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    /**
     * Returns why the journal is incomplete; empty if it is complete. The run goes on without it, because its figures
     * are worth more.
     */
    public Optional<String> failure() {
        return failure;
    }

    /** Ends the journal. Its files stay until the result is written. */
    public void end() {
        try {
            histograms.close();
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of("cannot write " + log + " any longer: " + FailureText.of(e)));
        }
    }

    /** Deletes the journal, because the result contains it. */
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

    /**
     * Lock of a journal by the process that writes or recovers it. The operating system releases it when the process
     * dies; a stored process id could belong to another process by then. Used by one thread.
     */
    public record JournalLock(FileChannel channel) implements AutoCloseable {
        /** Creates a journal, which must not exist yet, and locks it. */
        static JournalLock create(Path journal) throws IOException {
            var channel = FileChannel.open(journal, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return locked(channel).orElseThrow(() -> new IOException("another process has locked " + journal));
        }

        /**
         * Locks an existing journal, or a file that stands for it.
         *
         * @param more options in addition to opening it for writing
         * @return empty if its run goes on, or another process recovers it now
         * @throws IOException if it cannot be opened, or its file system has no locks
         */
        public static Optional<JournalLock> take(Path journal, OpenOption... more) throws IOException {
            Set<OpenOption> options = new HashSet<>(List.of(more));
            options.add(StandardOpenOption.WRITE);
            return locked(FileChannel.open(journal, options));
        }

        private static Optional<JournalLock> locked(FileChannel channel) throws IOException {
            FileLock lock = null;
            try {
                lock = channel.tryLock();
                return lock == null ? Optional.empty() : Optional.of(new JournalLock(channel));
            } catch (OverlappingFileLockException e) {
                return Optional.empty();
            } finally {
                if (lock == null) {
                    channel.close();
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
