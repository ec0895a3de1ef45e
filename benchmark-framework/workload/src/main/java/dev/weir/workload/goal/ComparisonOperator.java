package dev.weir.workload.goal;

import java.util.Optional;
import java.util.stream.Stream;

/** Relation of a figure to its limit. */
public enum ComparisonOperator {
    BELOW("<"),
    AT_MOST("<="),
    ABOVE(">"),
    AT_LEAST(">="),
    EQUAL("==");

    private final String sign;

    ComparisonOperator(String sign) {
        this.sign = sign;
    }

    public String sign() {
        return sign;
    }

    public static Optional<ComparisonOperator> of(String sign) {
        return Stream.of(values()).filter(each -> each.sign.equals(sign)).findFirst();
    }

    public boolean holds(double value, double limit) {
        return switch (this) {
            case BELOW -> value < limit;
            case AT_MOST -> value <= limit;
            case ABOVE -> value > limit;
            case AT_LEAST -> value >= limit;
            case EQUAL -> value == limit;
        };
    }

    /** Returns whether the relation holds for each figure that is greater than a value. */
    public boolean holdsAbove(double value, double limit) {
        return (this == ABOVE || this == AT_LEAST) && value >= limit;
    }

    /** Returns how far a figure is beyond its limit; a larger result is worse. */
    public double excess(double value, double limit) {
        return switch (this) {
            case BELOW, AT_MOST -> value - limit;
            case ABOVE, AT_LEAST -> limit - value;
            case EQUAL -> Math.abs(value - limit);
        };
    }
}
