package dev.weir.clock;

/**
 * How far another process's clock is ahead of ours.
 *
 * @param offsetNanos the other clock minus ours, estimated
 * @param boundNanos the estimate's error is at most this, whatever the path did; {@link Long#MAX_VALUE} without a sample
 */
public record ClockOffset(long offsetNanos, long boundNanos) {

    /** The other clock is ours. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /** Nothing is known yet. */
    public static final ClockOffset UNKNOWN = new ClockOffset(0, Long.MAX_VALUE);

    /**
     * The estimate from one exchange of four time stamps, as in NTP (RFC 5905, 8): half the round trip is the bound,
     * because the answer lies somewhere inside it.
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
