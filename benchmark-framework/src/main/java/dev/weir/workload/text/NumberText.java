package dev.weir.workload.text;

import java.math.BigDecimal;

/** Numbers as people write them. */
public final class NumberText {
    private NumberText() {}

    /** A number without an exponent or a fraction of zero. */
    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** 5000 and not 5000.0, as people write it. */
    public static Number written(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
