package dev.weir.report.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import java.util.Locale;
import java.util.Optional;

/**
 * A statement that limits a comparison, or that a reader needs before the figures.
 *
 * @param text a sentence without its full stop
 * @param rule the rule that it breaks; empty if there is none
 * @param effect what the rule does because of it; {@code UNKNOWN} if there is no rule
 */
@JsonIgnoreProperties("effect")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ComparisonRemark(Weight weight, String text, Optional<ReviewCode> rule, Effect effect)
        implements Comparable<ComparisonRemark> {
    public ComparisonRemark(Weight weight, String text) {
        this(weight, text, Optional.empty(), Effect.UNKNOWN);
    }

    /** Returns this remark as evidence that a rule refuses the comparison. */
    public ComparisonRemark refusedBy(ReviewCode broken) {
        return new ComparisonRemark(weight, text, Optional.of(broken), Effect.REFUSES);
    }

    /** Returns this remark as evidence that a rule is violated, but does not refuse the comparison. */
    public ComparisonRemark warnedBy(ReviewCode broken) {
        return new ComparisonRemark(weight, text, Optional.of(broken), Effect.WARNS);
    }

    /** Returns this remark as the reason why a rule cannot be judged. */
    public ComparisonRemark leavesOpen(ReviewCode unknown) {
        return new ComparisonRemark(weight, text, Optional.of(unknown), Effect.UNKNOWN);
    }

    /** Returns the text with the name of its rule, which {@code bin/benchmark explain} explains. */
    public String textWithRule() {
        return text + rule.map(named -> " (" + named + ")").orElse("");
    }

    /** How much it limits the comparison, from most to least. */
    public enum Weight {
        /** The comparison must not be made. */
        REFUSED,
        /** The sides differ in more than what is compared. */
        UNEQUAL,
        /** Figures are less certain than they seem. */
        DOUBTFUL,
        NOTE;

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
