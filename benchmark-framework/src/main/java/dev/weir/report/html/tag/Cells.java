package dev.weir.report.html.tag;

import java.util.OptionalDouble;
import java.util.OptionalLong;
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

    public static String number(OptionalDouble value, Kind kind) {
        return value.isPresent() ? kind.text(value.getAsDouble()) : "";
    }

    public static String number(OptionalLong value, Kind kind) {
        return value.isPresent() ? kind.text((double) value.getAsLong()) : "";
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
