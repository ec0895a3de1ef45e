package dev.weir.measure;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads back what {@link HistogramLog} has written, and decodes only what is asked for. */
public final class HistogramLogReader {
    static final String INTERVAL = "#[interval ";

    private static final String TAG = "Tag=";
    private static final Pattern MARK = Pattern.compile(Pattern.quote(INTERVAL) + "\\d+: (\\d+) to (\\d+)]");

    /** Several times the longest line that a histogram needs. */
    private static final int MAX_LINE = 16 << 20;

    private HistogramLogReader() {}

    /** Ends the reading of a file that would fill the memory with one line. */
    private static final class LimitedLines extends FilterReader {
        private int length;

        LimitedLines(Reader from) {
            super(from);
        }

        @Override
        public int read(char[] chars, int offset, int count) throws IOException {
            int read = super.read(chars, offset, count);
            for (int i = offset; i < offset + read; i++) {
                length = chars[i] == '\n' ? 0 : length + 1;
            }
            if (length > MAX_LINE) {
                throw new IOException("it has a line of more than " + MAX_LINE + " characters");
            }
            return read;
        }
    }

    private static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(
                new LimitedLines(new InputStreamReader(Files.newInputStream(file), StandardCharsets.ISO_8859_1)));
    }

    /** Receives each histogram, in the order of the file. */
    public interface Listener {
        /**
         * Receives a histogram of one worker and one interval.
         *
         * @param middleNanos the middle of the interval, epoch nanoseconds, to the millisecond
         */
        void histogram(HistogramTag tag, long middleNanos, LatencyHistogram histogram);

        /** Receives the interval to which the histograms after it belong, in epoch nanoseconds. */
        default void interval(long fromNanos, long toNanos) {}
    }

    /** Decides about an interval; its times are epoch nanoseconds. */
    public interface Selection {
        boolean includes(long fromNanos, long toNanos);
    }

    /**
     * Reads the wanted histograms. Lines that are not histograms are left out: the last line of a killed run can be
     * incomplete.
     *
     * @return how many bytes were left out
     * @throws IOException if the file cannot be read
     */
    public static long read(Path file, Predicate<HistogramTag> wanted, Listener listener) throws IOException {
        long leftOut = 0;
        try (BufferedReader reader = lines(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                leftOut += read(line, wanted, listener) ? 0 : line.length();
            }
        }
        return leftOut;
    }

    /**
     * Returns whether a log has its head at most.
     *
     * @throws IOException if the file cannot be read
     */
    public static boolean isUnused(Path file) throws IOException {
        try (BufferedReader reader = lines(file)) {
            return reader.lines()
                    .allMatch(line -> line.isEmpty()
                            || line.startsWith("\"")
                            || (line.startsWith("#") && !line.startsWith(INTERVAL)));
        }
    }

    /**
     * Copies the head and the selected intervals, without lines that are not histograms.
     *
     * @throws IOException if the file cannot be read, or the stream not be written to
     */
    public static void copy(Path file, Selection selection, OutputStream to) throws IOException {
        var copying = new Listener() {
            private boolean selected = true;

            @Override
            public void interval(long fromNanos, long toNanos) {
                selected = selection.includes(fromNanos, toNanos);
            }

            @Override
            public void histogram(HistogramTag tag, long middleNanos, LatencyHistogram histogram) {}
        };
        try (BufferedReader reader = lines(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (read(line, tag -> true, copying) && copying.selected) {
                    to.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    private static boolean read(String line, Predicate<HistogramTag> wanted, Listener listener) {
        Matcher mark = MARK.matcher(line);
        if (line.startsWith(INTERVAL)) {
            return mark.matches() && read(mark, listener);
        }
        if (line.startsWith("#") || line.startsWith("\"")) {
            return true;
        }
        int at = line.indexOf('@');
        if (!line.startsWith(TAG) || at < 0) {
            return line.isEmpty();
        }
        var tag = HistogramTag.of(line.substring(TAG.length(), at));
        // A later version may have more latencies.
        return tag.filter(wanted).map(known -> read(line, known, listener)).orElse(true);
    }

    private static boolean read(Matcher mark, Listener listener) {
        long fromNanos;
        long toNanos;
        try {
            fromNanos = Long.parseLong(mark.group(1));
            toNanos = Long.parseLong(mark.group(2));
        } catch (NumberFormatException e) {
            return false;
        }
        listener.interval(fromNanos, toNanos);
        return true;
    }

    /** Names of workers can hold anything but a comma: figures are counted from the end. */
    private static boolean read(String line, HistogramTag tag, Listener listener) {
        String[] fields = line.split(",", -1);
        int last = fields.length - 1;
        if (last < 4) {
            return false;
        }
        double middle;
        LatencyHistogram histogram;
        try {
            middle = Double.parseDouble(fields[last - 3]) + Double.parseDouble(fields[last - 2]) / 2;
            histogram = LatencyHistogram.decodeCompressed(Base64.getDecoder().decode(fields[last]));
        } catch (IllegalArgumentException e) {
            return false;
        }
        listener.histogram(tag, Math.round(middle * 1e9), histogram);
        return true;
    }
}
