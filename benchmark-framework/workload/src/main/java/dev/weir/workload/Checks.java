package dev.weir.workload;

/** Checks of numbers in a workload. */
final class Checks {
    private Checks() {}

    static void atLeast(String field, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ", got " + value);
        }
    }
}
