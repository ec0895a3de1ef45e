package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * Something in which sides are not the same.
 *
 * @param field in the words of workload files, of driver files, or of {@code weir.durability}
 * @param values of the sides, in their order
 */
public record Difference(String field, List<String> values, Kind kind) {
    /** What stands for a value that a side does not have. */
    static final String NOT_SET = "not set";

    /** What it means for a comparison. */
    public enum Kind {
        /** It is what is compared: a person has said so. */
        STATED,
        /** It makes the sides unequal. */
        UNEQUAL,
        /** It would, if it is one: it is not known of each side. */
        UNKNOWN,
        /** Readers need it, but it does not limit a comparison. */
        NOTED;

        /** As results and people have it. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Difference {
        values = List.copyOf(values);
    }

    /** Whether it is not known of any side: then there need not be one. */
    public boolean isUnknownOfAll() {
        return kind == Kind.UNKNOWN && values.stream().distinct().count() == 1;
    }

    /** Such as {@code acks 1 | all}. */
    public String text() {
        return field + " " + String.join(" | ", values);
    }
}
