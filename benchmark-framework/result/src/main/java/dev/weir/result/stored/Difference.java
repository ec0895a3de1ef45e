package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A difference between sides.
 *
 * @param field name in workload files, in driver files, or in {@code weir.durability}
 * @param values values of the sides, in their order
 */
public record Difference(String field, List<String> values, Kind kind) {
    static final String NOT_SET = "not set";

    public enum Kind {
        /** A person has stated that this is what is compared. */
        STATED,
        /** Makes the sides unequal. */
        UNEQUAL,
        /** May make the sides unequal: the value of a side is unknown. */
        UNKNOWN,
        /** Readers need it, but it does not limit a comparison. */
        NOTED;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Difference {
        values = List.copyOf(values);
    }

    /** Returns whether the values of all sides are unknown, so that there may be no difference. */
    public boolean isUnknownOfAll() {
        return kind == Kind.UNKNOWN && values.stream().distinct().count() == 1;
    }

    /** Returns a text such as {@code acks 1 | all}. */
    public String text() {
        return field + " " + String.join(" | ", values);
    }
}
