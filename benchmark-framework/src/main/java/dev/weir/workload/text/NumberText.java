package dev.weir.workload.text;

import java.math.BigDecimal;

/** Formats numbers for people. */
public final class NumberText {
    private NumberText() {}

    /** Formats a number without an exponent or a fraction of zero. */
    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** Returns a whole number without a fraction: 5000 and not 5000.0. */
    public static Number written(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
