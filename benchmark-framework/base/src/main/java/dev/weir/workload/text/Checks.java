package dev.weir.workload.text;

/** Checks of values in constructors. Each throws an {@link IllegalArgumentException}. */
public final class Checks {
    private Checks() {}

    public static void refuseIf(boolean isWrong, String message) {
        if (isWrong) {
            throw new IllegalArgumentException(message);
        }
    }

    public static void atLeast(String field, long value, long least) {
        refuseIf(value < least, field + " must be at least " + least + ", got " + value);
    }
}
