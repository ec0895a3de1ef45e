package dev.weir.measure;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Deflater;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes histograms of intervals in HdrHistogram's log format (version 1.3), which its own tools read. Values are
 * nanoseconds; the column of maxima is in milliseconds, as is usual there. Compressed by Huffman codes only, which takes a
 * third less time than the fastest search for repetitions, and, of counts, 8 % less space; the library's own writer
 * searches for the most: with a thousand workers that alone keeps a core busy. Not thread-safe.
 */
public final class HistogramLog implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Path file;
    private final PrintStream stream;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);

    /**
     * Begins a log.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public HistogramLog(Path file, long startEpochNanos) {
        this.file = file;
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
        try {
            stream = new PrintStream(file.toFile(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        var writer = new HistogramLogWriter(stream);
        writer.outputComment(
                "[Weir: latencies in nanoseconds, tagged name@worker; warmUp.name for those of the warm-up]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(startEpochNanos / 1_000_000);
        writer.outputLegend();
    }

    /** Appends what a worker recorded in an interval. Latencies without samples are left out. */
    public void append(String prefix, String worker, long fromNanos, long toNanos, LatencySet latencies) {
        for (Latency latency : Latency.values()) {
            LatencySamples samples = latencies.of(latency);
            append(prefix + latency.key() + "@" + worker, fromNanos, toNanos, samples.values());
            append(prefix + latency.key() + ".negative@" + worker, fromNanos, toNanos, samples.negativeMagnitudes());
        }
    }

    /** Why it is incomplete; empty if it is not. */
    public Optional<String> failure() {
        return stream.checkError() ? Optional.of("cannot write " + file + " any longer") : Optional.empty();
    }

    private void append(String tag, long fromNanos, long toNanos, LatencyHistogram latencies) {
        if (latencies.count() == 0) {
            return;
        }
        stream.printf(
                Locale.ROOT,
                "Tag=%s,%.3f,%.3f,%.3f,%s%n",
                tag,
                fromNanos / 1e9,
                (toNanos - fromNanos) / 1e9,
                latencies.maxNanos() / NANOS_PER_MILLI,
                Base64.getEncoder().encodeToString(latencies.encodeCompressed(deflater)));
    }

    @Override
    public void close() {
        stream.close();
        deflater.end();
    }
}
