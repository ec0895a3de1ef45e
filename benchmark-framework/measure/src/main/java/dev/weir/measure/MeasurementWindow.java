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

    /** Messages that are due from this epoch time on, in nanoseconds, are measured. In the future when it is set. */
    public void startAt(long epochNanos) {
        startNanos = epochNanos;
    }

    /** The first moment that is measured: epoch nanoseconds; {@link Long#MAX_VALUE} as long as that is not known. */
    public long startNanos() {
        return startNanos;
    }

    /** The load ends at this epoch time, in nanoseconds. */
    public void endAt(long epochNanos) {
        endNanos = epochNanos;
    }

    /** Whether the measurement goes on then. A message of the warm-up that is late can be sent in it, too. */
    public boolean isOpen(long nowNanos) {
        return nowNanos >= startNanos && nowNanos < endNanos;
    }

    /** Whether a message that was due then is measured. */
    public boolean includes(long intendedNanos) {
        return intendedNanos >= startNanos;
    }
}
