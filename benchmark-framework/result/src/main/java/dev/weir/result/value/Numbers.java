package dev.weir.result.value;

public final class Numbers {
    private Numbers() {}

    /** Returns the number without a fraction if it has none: OMB has whole numbers where Weir's need not be whole. */
    public static Number plain(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
