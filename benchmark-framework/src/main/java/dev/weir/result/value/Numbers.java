package dev.weir.result.value;

/** Numbers as result files have them. */
public final class Numbers {
    private Numbers() {}

    /** Without a fraction if it has none. OMB has whole numbers only where it has rates and minutes; ours need not be whole. */
    public static Number plain(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
