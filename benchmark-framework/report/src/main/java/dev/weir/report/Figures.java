package dev.weir.report;

import dev.weir.result.interval.LatencySummary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalLong;

/** Formats numbers for tables, pages, drawings and scripts; most get about three significant digits. */
public final class Figures {
    private static final MathContext FOUR_DIGITS = new MathContext(4);
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Figures() {}

    /** Formats a duration in milliseconds, without the unit. */
    public static String millis(long nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, format(millis), millis);
    }

    /** Returns a format for figures of that size: three digits, or all digits of a whole number. */
    private static String format(double size) {
        return size < 0.01 ? "%.4f" : size < 1 ? "%.3f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%,.0f";
    }

    /** Formats a figure such as {@code p50}: {@code > 9,800} if it is only a lower bound, {@code -} if there is none. */
    public static String millis(LatencySummary summary, String figure) {
        OptionalLong nanos = summary.nanos(figure);
        return nanos.isEmpty() ? "-" : (summary.isLowerBound(figure) ? "> " : "") + millis(nanos.getAsLong());
    }

    /** Formats a number of messages: {@code 5,000}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

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

    /** Formats a coordinate in a drawing. */
    public static String tenths(double value) {
        return trimmed(String.format(Locale.ROOT, "%.1f", value));
    }

    /** Formats three digits, or all digits of a whole number. */
    public static String significant(double value) {
        return trimmed(String.format(Locale.ROOT, format(Math.abs(value)), value));
    }

    /** Rounds to four digits for the script, more than a screen has pixels. */
    public static BigDecimal fourDigits(double value) {
        BigDecimal rounded = new BigDecimal(value, FOUR_DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /** Formats a number along an axis: {@code 20 k}, {@code 1.5 M}. */
    public static String scaled(double value) {
        double size = Math.abs(value);
        return size >= 1e6
                ? trimmed(String.format(Locale.ROOT, "%.2f", value / 1e6)) + " M"
                : size >= 1e4 ? trimmed(String.format(Locale.ROOT, "%.1f", value / 1e3)) + " k" : significant(value);
    }

    /** Formats a binary size, such as a host's memory. */
    public static String binary(double bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < BINARY.length - 1) {
            value /= 1024;
            unit++;
        }
        return significant(value) + " " + BINARY[unit];
    }

    /** Formats a duration in the largest unit of which there are at least two: {@code 20 s}, {@code 36 h}. */
    public static String duration(double seconds) {
        return seconds < 120
                ? significant(seconds) + " s"
                : seconds < 7200 ? significant(seconds / 60) + " min" : significant(seconds / 3600) + " h";
    }

    /** Removes trailing zeros of a fraction. */
    public static String trimmed(String text) {
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
