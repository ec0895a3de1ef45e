package dev.weir.clock;

/**
 * Follows how far another process's clock is ahead of ours. The best exchange of the last half minute or so counts: one
 * that was quicker an hour ago says nothing of clocks that have drifted since. One thread adds; any reads.
 */
public final class OffsetEstimator {
    private static final long WINDOW_NANOS = 30_000_000_000L;

    private ClockOffset before = ClockOffset.UNKNOWN;
    private ClockOffset current = ClockOffset.UNKNOWN;
    private long windowEndNanos = Long.MIN_VALUE;
    private volatile ClockOffset best = ClockOffset.UNKNOWN;

    /** Takes in an exchange, given by its four time stamps as in {@link ClockOffset#ofExchange}. */
    public void add(long requestSent, long requestReceived, long responseSent, long responseReceived) {
        if (responseReceived >= windowEndNanos) {
            before = current;
            current = ClockOffset.UNKNOWN;
            windowEndNanos = responseReceived + WINDOW_NANOS;
        }
        current = current.better(ClockOffset.ofExchange(requestSent, requestReceived, responseSent, responseReceived));
        best = current.better(before);
    }

    /** The estimate as it stands; {@link ClockOffset#UNKNOWN} without an exchange. */
    public ClockOffset estimate() {
        return best;
    }
}
