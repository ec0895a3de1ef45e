package dev.weir.result.threshold;

import java.util.OptionalDouble;

/**
 * A figure to be judged.
 *
 * @param value empty if unknown
 * @param greater whether the value is only a lower bound of the figure
 * @param why why it is unknown; empty if it is known
 */
record Figure(OptionalDouble value, boolean greater, String why) {
    static Figure of(double value) {
        return new Figure(OptionalDouble.of(value), false, "");
    }

    static Figure of(double value, boolean greater) {
        return new Figure(OptionalDouble.of(value), greater, "");
    }

    static Figure of(long count) {
        return of((double) count);
    }

    static Figure unknown(String why) {
        return new Figure(OptionalDouble.empty(), false, why);
    }
}
