package dev.weir.report.html.tag;

import dev.weir.report.Figures;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Formats values of result files for tables; absent values are empty. */
public final class Cells {
    public static final String UNKNOWN = "\u2013";

    private Cells() {}

    public static String millis(Number nanos) {
        return Double.isFinite(nanos.doubleValue()) ? NumberKind.MILLIS.text(nanos.doubleValue() / 1e6) : UNKNOWN;
    }

    /** Of a number, which can be absent: null, or an empty optional. */
    public static String number(@Nullable Object value, NumberKind kind) {
        if (value instanceof OptionalDouble some) {
            return some.isPresent() ? kind.text(some.getAsDouble()) : "";
        }
        if (value instanceof OptionalLong some) {
            return some.isPresent() ? kind.text((double) some.getAsLong()) : "";
        }
        if (value instanceof OptionalInt some) {
            return some.isPresent() ? kind.text(some.getAsInt()) : "";
        }
        if (value instanceof Optional<?> some) {
            return number(some.orElse(null), kind);
        }
        return value instanceof Number some ? kind.text(some.doubleValue()) : "";
    }

    public static String mebibytes(Optional<Number> bytes) {
        return bytes.map(each -> Figures.significant(each.doubleValue() / (1 << 20)))
                .orElse("");
    }

    public static String text(@Nullable Object value) {
        return value instanceof Number number
                ? Figures.significant(number.doubleValue())
                : value == null ? "" : value.toString();
    }
}
