package dev.weir.report.html;

import org.jspecify.annotations.Nullable;

/** Values of result files as texts for tables; what is not there is empty. */
final class Cells {
    private Cells() {}

    /** Of nanoseconds, milliseconds. */
    static String millis(Number nanos) {
        return Double.isFinite(nanos.doubleValue()) ? Kind.MILLIS.text(nanos.doubleValue() / 1e6) : "";
    }

    static String number(@Nullable Number value, Kind kind) {
        return value == null ? "" : kind.text(value.doubleValue());
    }

    /** Of bytes, MiB. */
    static String mebibytes(@Nullable Number bytes) {
        return bytes == null ? "" : Numerals.significant(bytes.doubleValue() / (1 << 20));
    }

    /** As it stands. */
    static String text(@Nullable Object value) {
        return value instanceof Number number
                ? Numerals.significant(number.doubleValue())
                : value == null ? "" : value.toString();
    }
}
