package dev.weir.clock;

/**
 * An offset between two clocks that goes evenly from one value to another, and on beyond either end.
 *
 * @param fromNanos where it begins
 * @param toNanos where it ends, later, on the same clock
 * @param offsetFromNanos the offset where it begins
 * @param offsetToNanos the offset where it ends
 */
public record OffsetRamp(long fromNanos, long toNanos, long offsetFromNanos, long offsetToNanos) {
    public OffsetRamp {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("a ramp must end after it begins, got " + fromNanos + " to " + toNanos);
        }
    }

    /** The offset at a moment. No allocation. */
    public long at(long nanos) {
        double share = (double) (nanos - fromNanos) / (toNanos - fromNanos);
        return offsetFromNanos + Math.round((offsetToNanos - offsetFromNanos) * share);
    }
}
