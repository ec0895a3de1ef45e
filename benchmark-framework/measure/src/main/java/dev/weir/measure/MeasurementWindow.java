package dev.weir.measure;

/**
 * Decides which messages are measured: all messages that are due from a moment on. A message belongs to the phase in
 * which it was due, however late its acknowledgement or receipt. Otherwise the slowest messages of the measurement
 * would be missing from it, and the slowest messages of the warm-up would be in it. The sending worker decides by its
 * own clock, and writes the decision into the message's stamp for the receivers. Set by one thread, read by any.
 */
public final class MeasurementWindow {
    private volatile long startNanos = Long.MAX_VALUE;
    private volatile long endNanos = Long.MAX_VALUE;

    /** Sets the time, in epoch nanoseconds, from which on due messages are measured. The time must be in the future. */
    public void startAt(long epochNanos) {
        startNanos = epochNanos;
    }

    /** Returns the first moment that is measured, epoch nanoseconds; {@link Long#MAX_VALUE} while it is unknown. */
    public long startNanos() {
        return startNanos;
    }

    /** Sets the end of the load, in epoch nanoseconds. */
    public void endAt(long epochNanos) {
        endNanos = epochNanos;
    }

    /** Returns whether the measurement goes on at this time. Late messages of the warm-up can be sent in it, too. */
    public boolean isOpen(long nowNanos) {
        return nowNanos >= startNanos && nowNanos < endNanos;
    }

    /** Returns whether a message that was due at this time is measured. */
    public boolean includes(long intendedNanos) {
        return intendedNanos >= startNanos;
    }
}
