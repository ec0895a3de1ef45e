package dev.weir.report.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A statement that limits a comparison, or that a reader needs before the figures.
 *
 * @param text a sentence without its full stop
 */
public record ComparisonRemark(Weight weight, String text) implements Comparable<ComparisonRemark> {
    /** How much it limits the comparison, from most to least. */
    public enum Weight {
        /** The comparison must not be made. */
        REFUSED,
        /** The sides differ in more than what is compared. */
        UNEQUAL,
        /** Figures are less certain than they seem. */
        DOUBTFUL,
        /** Information. */
        NOTE;

        /** Returns the word in files. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public int compareTo(ComparisonRemark other) {
        return weight.compareTo(other.weight);
    }
}
