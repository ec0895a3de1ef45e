package dev.weir.report.html.tag;

import dev.weir.report.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers as short texts. */
public final class Numerals {
    private static final MathContext FOUR_DIGITS = new MathContext(4);
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Numerals() {}

    /** Formats a coordinate in a drawing. */
    public static String tenths(double value) {
        return trimmed(String.format(Locale.ROOT, "%.1f", value));
    }

    /** Formats three digits, or all digits of a whole number. */
    public static String significant(double value) {
        return trimmed(String.format(Locale.ROOT, Figures.format(Math.abs(value)), value));
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
