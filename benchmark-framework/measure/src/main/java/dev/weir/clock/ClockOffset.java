package dev.weir.clock;

/**
 * Estimated offset of another process's clock.
 *
 * @param offsetNanos the other clock minus ours
 * @param boundNanos largest error of the estimate, whatever the network did; {@link Long#MAX_VALUE} without a sample
 */
public record ClockOffset(long offsetNanos, long boundNanos) {

    /** The other clock is ours. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /** Offset before any exchange. */
    public static final ClockOffset UNKNOWN = new ClockOffset(0, Long.MAX_VALUE);

    /**
     * Estimates the offset from one exchange of four time stamps, as in NTP (RFC 5905, 8). Half the round trip is the
     * bound, because the answer lies somewhere inside it.
     *
     * @param requestSent our clock
     * @param requestReceived the other clock
     * @param responseSent the other clock
     * @param responseReceived our clock
     */
    public static ClockOffset ofExchange(
            long requestSent, long requestReceived, long responseSent, long responseReceived) {
        long offset = ((requestReceived - requestSent) + (responseSent - responseReceived)) / 2;
        long delay = (responseReceived - requestSent) - (responseSent - requestReceived);
        return new ClockOffset(offset, Math.max(0, delay + 1) / 2);
    }
}
