package dev.weir.workload.text;

import java.math.BigDecimal;
import java.util.Locale;

/** Formats numbers for people. */
public final class NumberText {
    private NumberText() {}

    /** Formats a number without an exponent or a fraction of zero. */
    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** Formats a number of things: {@code 1 drive}, {@code 1,200 drives}. */
    public static String counted(long count, String noun) {
        return String.format(Locale.ROOT, count == 1 ? "%,d %s" : "%,d %ss", count, noun);
    }

    /** Formats a number of times: {@code once}, {@code 12 times}. */
    public static String times(long count) {
        return count == 1 ? "once" : counted(count, "time");
    }

    /** Returns a whole number without a fraction: 5000 and not 5000.0. */
    public static Number written(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
