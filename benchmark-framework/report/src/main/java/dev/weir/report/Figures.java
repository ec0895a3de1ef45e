package dev.weir.report;

import dev.weir.result.interval.LatencySummary;
import java.util.Locale;
import java.util.OptionalLong;

/** Formats figures for people: about three significant digits, with their unit. */
public final class Figures {
    private Figures() {}

    /** Formats a duration in milliseconds, without the unit. */
    public static String millis(long nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, format(millis), millis);
    }

    /** Returns a format for figures of that size: three digits, or all digits of a whole number. */
    public static String format(double size) {
        return size < 0.01 ? "%.4f" : size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    }

    /**
     * Formats a figure of a latency: {@code > 9,800} if it is only a lower bound, {@code -} if there is none.
     *
     * @param figure {@code p50}, {@code max} and so on
     */
    public static String millis(LatencySummary summary, String figure) {
        OptionalLong nanos = summary.nanos(figure);
        return nanos.isEmpty() ? "-" : (summary.isLowerBound(figure) ? "> " : "") + millis(nanos.getAsLong());
    }

    /** Formats a number of messages: {@code 5,000}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Formats a number of messages that may be unknown. */
    public static String count(OptionalLong count) {
        return count.isPresent() ? count(count.getAsLong()) : "unknown";
    }

    /** Formats a rate without the unit: {@code 4,998}, below ten with decimals. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.2f" : "%,.0f", perSecond);
    }

    /** Formats payload per second: {@code 4.88 MiB/s}. */
    public static String mebibytesPerSecond(double mebibytes) {
        return String.format(Locale.ROOT, mebibytes < 100 ? "%.2f MiB/s" : "%,.0f MiB/s", mebibytes);
    }
}
