package dev.weir.measure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.Deflater;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes histograms of intervals in HdrHistogram's log format (version 1.3), which its own tools read. Values are
 * nanoseconds; the column of maxima is in milliseconds, as is usual there. Compressed by Huffman codes only: that takes
 * a third less time than the fastest search for repetitions, and 8 % less space for counts. The library's own writer
 * uses the slowest search: with a thousand workers, that alone keeps a core busy. Each line is written to the stream as
 * a whole. Not thread-safe.
 */
public final class HistogramLog implements AutoCloseable {
    private static final double NANOS_PER_MILLI = 1e6;

    private final OutputStream stream;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);

    /**
     * @param stream is not buffered here, and closed with this
     * @throws IOException if it cannot be written to
     */
    public HistogramLog(OutputStream stream, long startEpochNanos) throws IOException {
        this(stream);
        var head = new ByteArrayOutputStream();
        var writer = new HistogramLogWriter(new PrintStream(head, true, StandardCharsets.US_ASCII));
        writer.outputComment(
                "[Weir: latencies in nanoseconds, tagged name@worker; warmUp.name for those of the warm-up]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(startEpochNanos / 1_000_000);
        writer.outputLegend();
        stream.write(head.toByteArray());
    }

    private HistogramLog(OutputStream stream) {
        this.stream = stream;
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
    }

    /** Continues a log whose head is written. */
    public static HistogramLog continuing(OutputStream stream) {
        return new HistogramLog(stream);
    }

    /**
     * Marks that the following lines are of an interval, in a comment that other tools skip: the times of a line are those
     * of one worker, and to the millisecond.
     *
     * @param number its number, from 0
     * @param fromNanos epoch nanoseconds
     * @throws IOException as {@link #append}
     */
    public void interval(int number, long fromNanos, long toNanos) throws IOException {
        stream.write(
                String.format(Locale.ROOT, HistogramLogReader.INTERVAL + "%d: %d to %d]%n", number, fromNanos, toNanos)
                        .getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Appends what a worker recorded in an interval. Latencies without samples are left out.
     *
     * @throws IOException if it cannot be written: the last line may be incomplete, and nothing more must be appended
     */
    public void append(boolean warmup, String worker, long fromNanos, long toNanos, LatencySet latencies)
            throws IOException {
        for (Latency latency : Latency.values()) {
            if (latencies.has(latency)) {
                for (SampleKind kind : SampleKind.values()) {
                    LatencyHistogram samples = latencies.of(latency).of(kind);
                    if (samples.count() > 0) {
                        append(new HistogramTag(latency, warmup, kind), worker, fromNanos, toNanos, samples);
                    }
                }
            }
        }
    }

    private void append(HistogramTag tag, String worker, long fromNanos, long toNanos, LatencyHistogram latencies)
            throws IOException {
        String line = String.format(
                Locale.ROOT,
                "Tag=%s@%s,%.3f,%.3f,%.3f,%s%n",
                tag.text(),
                worker,
                fromNanos / 1e9,
                (toNanos - fromNanos) / 1e9,
                latencies.maxNanos() / NANOS_PER_MILLI,
                Base64.getEncoder().encodeToString(latencies.encodeCompressed(deflater)));
        stream.write(line.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        deflater.end();
        stream.close();
    }
}
