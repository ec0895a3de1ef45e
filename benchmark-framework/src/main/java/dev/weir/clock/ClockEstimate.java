package dev.weir.clock;

/**
 * How far another process's clock is ahead of ours at a moment, and how that goes on.
 *
 * @param atNanos the moment, our clock: that of the newest exchange
 * @param offset the other clock minus ours at that moment
 * @param drift by how much the offset grows in a nanosecond of ours: {@code 1e-6} is one part per million, 3.6 ms an hour
 * @param driftBound the drift's error is at most this, from now on too
 * @param roundTripNanos of the quickest exchange it is made of, without the time that the other process took to answer
 */
public record ClockEstimate(long atNanos, ClockOffset offset, double drift, double driftBound, long roundTripNanos) {
    /** The other clock is ours. */
    public static final ClockEstimate SAME = new ClockEstimate(0, ClockOffset.NONE, 0, 0, 0);

    /** Nothing is known yet. */
    public static final ClockEstimate UNKNOWN = new ClockEstimate(0, ClockOffset.UNKNOWN, 0, 0, 0);

    /** Whether there was an exchange. */
    public boolean isKnown() {
        return !offset.equals(ClockOffset.UNKNOWN);
    }

    /** The offset at a moment of ours, not before {@link #atNanos}: its bound widens with the drift's. */
    public ClockOffset at(long nanos) {
        if (!isKnown()) {
            return offset;
        }
        double later = Math.max(0, nanos - atNanos);
        return new ClockOffset(
                offset.offsetNanos() + Math.round(drift * later),
                offset.boundNanos() + (long) Math.ceil(driftBound * later));
    }

    /** Whether neither offset nor drift can be told from none. */
    public boolean agrees(long nanos) {
        ClockOffset then = at(nanos);
        return Math.abs(then.offsetNanos()) <= then.boundNanos() && Math.abs(drift) <= driftBound;
    }
}
