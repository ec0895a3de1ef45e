package dev.weir.report.html;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Values of result files as texts for tables; what is not there is empty. */
final class Cells {
    private Cells() {}

    /** A field of a field. */
    static Optional<Object> inner(Map<String, Object> map, String field, String within) {
        return map.get(field) instanceof Map<?, ?> inner ? Optional.ofNullable(inner.get(within)) : Optional.empty();
    }

    /** Of nanoseconds, milliseconds. */
    static String millis(@Nullable Object nanos) {
        return nanos instanceof Number number && Double.isFinite(number.doubleValue())
                ? Kind.MILLIS.text(number.doubleValue() / 1e6)
                : "";
    }

    static String number(@Nullable Object value, Kind kind) {
        return value instanceof Number number ? kind.text(number.doubleValue()) : "";
    }

    /** Of bytes, MiB. */
    static String mebibytes(@Nullable Object bytes) {
        return bytes instanceof Number number ? Numerals.significant(number.doubleValue() / (1 << 20)) : "";
    }

    /** As it stands. */
    static String text(@Nullable Object value) {
        return value instanceof Number number
                ? Numerals.significant(number.doubleValue())
                : value == null ? "" : value.toString();
    }
}
