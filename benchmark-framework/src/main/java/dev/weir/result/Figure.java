package dev.weir.result;

import java.util.OptionalDouble;

/**
 * A figure to be judged.
 *
 * @param value empty if it cannot be told
 * @param why it cannot; empty if it can
 */
record Figure(OptionalDouble value, String why) {
    static Figure of(double value) {
        return new Figure(OptionalDouble.of(value), "");
    }

    static Figure of(long count) {
        return of((double) count);
    }

    static Figure unknown(String why) {
        return new Figure(OptionalDouble.empty(), why);
    }
}
