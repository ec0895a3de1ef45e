package dev.weir.result.threshold;

import java.util.OptionalDouble;

/**
 * A figure to be judged.
 *
 * @param value empty if it cannot be told
 * @param greater whether the figure is greater than the value, which is only a lower bound of it
 * @param why it cannot be told; empty if it can
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
