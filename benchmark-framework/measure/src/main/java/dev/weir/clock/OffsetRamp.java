package dev.weir.clock;

/**
 * An offset between two clocks that changes linearly from one value to another, and beyond both ends.
 *
 * @param fromNanos begin
 * @param toNanos end, later on the same clock
 */
public record OffsetRamp(long fromNanos, long toNanos, long offsetFromNanos, long offsetToNanos) {
    public OffsetRamp {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("a ramp must end after it begins, got " + fromNanos + " to " + toNanos);
        }
    }

    /** Returns the offset at a time. Allocates nothing. */
    public long at(long nanos) {
        double share = (double) (nanos - fromNanos) / (toNanos - fromNanos);
        return offsetFromNanos + Math.round((offsetToNanos - offsetFromNanos) * share);
    }
}
