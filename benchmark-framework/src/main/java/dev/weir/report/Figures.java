package dev.weir.report;

import dev.weir.result.interval.LatencySummary;
import java.util.Locale;

/** Figures as people read them: three significant digits or so, with their unit. */
public final class Figures {
    private Figures() {}

    /** A duration in milliseconds, without the unit. */
    public static String millis(long nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, format(millis), millis);
    }

    /** For figures of that size: three digits, or all of a whole number's. */
    public static String format(double size) {
        return size < 0.01 ? "%.4f" : size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    }

    /**
     * Such a figure of a latency: {@code > 9,800} where that is only a lower bound, {@code -} where there is none.
     *
     * @param figure {@code p50}, {@code max} and so on
     */
    static String millis(LatencySummary summary, String figure) {
        Long nanos = figure.equals("max")
                ? Long.valueOf(summary.maxNanos())
                : summary.quantilesNanos().get(figure);
        return nanos == null ? "-" : (summary.greaterThan().contains(figure) ? "> " : "") + millis(nanos);
    }

    /** A number of messages: {@code 5,000}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A rate, without the unit: {@code 4,998}, below ten with decimals. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f" : "%,.0f", perSecond);
    }

    /** Payload per second: {@code 4.88 MiB/s}. */
    public static String mebibytesPerSecond(double mebibytes) {
        return String.format(Locale.ROOT, mebibytes < 100 ? "%.2f MiB/s" : "%,.0f MiB/s", mebibytes);
    }

    /** How many of something: {@code 1 drive}, {@code 6 drives}. */
    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
