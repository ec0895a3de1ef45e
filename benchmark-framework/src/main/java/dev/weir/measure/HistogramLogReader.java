package dev.weir.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Reads back what {@link HistogramLog} has written, and decodes only what is asked for. */
public final class HistogramLogReader {
    private static final String TAG = "Tag=";

    private HistogramLogReader() {}

    /** Hears of each histogram, in the order of the file. */
    public interface Listener {
        /**
         * A histogram of one worker and one interval.
         *
         * @param middleNanos the middle of the interval, epoch nanoseconds, to the millisecond
         * @param negative whether it holds the magnitudes of negative samples
         */
        void histogram(long middleNanos, boolean negative, LatencyHistogram histogram);
    }

    /**
     * Reads all histograms of a latency that were due in the measurement.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line of that latency is none that {@link HistogramLog} writes; the last line of a run
     *     that was killed can be one
     */
    public static void read(Path file, Latency latency, Listener listener) throws IOException {
        String values = TAG + latency.key() + "@";
        String negatives = TAG + latency.key() + ".negative@";
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                boolean negative = line.startsWith(negatives);
                if (negative || line.startsWith(values)) {
                    read(line, negative, listener);
                }
            }
        }
    }

    /** Names of workers can hold anything but a comma: figures are counted from the end. */
    private static void read(String line, boolean negative, Listener listener) {
        String[] fields = line.split(",", -1);
        int last = fields.length - 1;
        if (last < 4) {
            throw new MalformedException("a line of a histogram log has 5 fields, got " + fields.length);
        }
        try {
            double begin = Double.parseDouble(fields[last - 3]);
            double seconds = Double.parseDouble(fields[last - 2]);
            listener.histogram(
                    Math.round((begin + seconds / 2) * 1e9),
                    negative,
                    LatencyHistogram.decodeCompressed(Base64.getDecoder().decode(fields[last])));
        } catch (IllegalArgumentException e) {
            throw new MalformedException("a line of a histogram log cannot be read: " + e.getMessage());
        }
    }
}
