package dev.weir.workload.goal;

import java.util.Optional;
import java.util.stream.Stream;

/** How a figure has to stand to its limit. */
public enum ComparisonOperator {
    /** Less. */
    BELOW("<"),
    /** Less, or the same. */
    AT_MOST("<="),
    /** More. */
    ABOVE(">"),
    /** More, or the same. */
    AT_LEAST(">="),
    /** The same. */
    EQUAL("==");

    private final String sign;

    ComparisonOperator(String sign) {
        this.sign = sign;
    }

    /** As files have it. */
    public String sign() {
        return sign;
    }

    public static Optional<ComparisonOperator> of(String sign) {
        return Stream.of(values()).filter(each -> each.sign.equals(sign)).findFirst();
    }

    /** Whether it holds. */
    public boolean holds(double value, double limit) {
        return switch (this) {
            case BELOW -> value < limit;
            case AT_MOST -> value <= limit;
            case ABOVE -> value > limit;
            case AT_LEAST -> value >= limit;
            case EQUAL -> value == limit;
        };
    }

    /** Whether it holds of whatever is greater than a value. */
    public boolean holdsAbove(double value, double limit) {
        return (this == ABOVE || this == AT_LEAST) && value >= limit;
    }

    /** How far a figure is on the wrong side of its limit: of two, the one with more is worse. */
    public double excess(double value, double limit) {
        return switch (this) {
            case BELOW, AT_MOST -> value - limit;
            case ABOVE, AT_LEAST -> limit - value;
            case EQUAL -> Math.abs(value - limit);
        };
    }
}
