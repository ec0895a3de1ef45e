package dev.weir.workload;

/** What numbers of a workload must be. */
final class Checks {
    private Checks() {}

    static void atLeast(String field, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ", got " + value);
        }
    }
}
