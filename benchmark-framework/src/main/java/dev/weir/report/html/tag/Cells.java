package dev.weir.report.html.tag;

import org.jspecify.annotations.Nullable;

/** Values of result files as texts for tables; what is not there is empty. */
public final class Cells {
    /** What stands for a latency that is not known. */
    public static final String UNKNOWN = "\u2013";

    private Cells() {}

    /** Of nanoseconds, milliseconds. */
    public static String millis(Number nanos) {
        return Double.isFinite(nanos.doubleValue()) ? Kind.MILLIS.text(nanos.doubleValue() / 1e6) : UNKNOWN;
    }

    public static String number(@Nullable Number value, Kind kind) {
        return value == null ? "" : kind.text(value.doubleValue());
    }

    /** Of bytes, MiB. */
    public static String mebibytes(@Nullable Number bytes) {
        return bytes == null ? "" : Numerals.significant(bytes.doubleValue() / (1 << 20));
    }

    /** As it stands. */
    public static String text(@Nullable Object value) {
        return value instanceof Number number
                ? Numerals.significant(number.doubleValue())
                : value == null ? "" : value.toString();
    }
}
