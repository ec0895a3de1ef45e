package dev.weir.clock;

/**
 * Estimated offset of another process's clock, with its drift.
 *
 * @param atNanos time of the newest exchange, our clock
 * @param offset the other clock minus ours at that time
 * @param drift growth of the offset per nanosecond of ours: {@code 1e-6} is one part per million, 3.6 ms an hour
 * @param driftBound largest error of the drift, also in the future
 * @param roundTripNanos round trip of the quickest exchange, without the time that the other process took to answer
 */
public record ClockEstimate(long atNanos, ClockOffset offset, double drift, double driftBound, long roundTripNanos) {
    /** The other clock is ours. */
    public static final ClockEstimate SAME = new ClockEstimate(0, ClockOffset.NONE, 0, 0, 0);

    /** Estimate before any exchange. */
    public static final ClockEstimate UNKNOWN = new ClockEstimate(0, ClockOffset.UNKNOWN, 0, 0, 0);

    public boolean isKnown() {
        return !offset.equals(ClockOffset.UNKNOWN);
    }

    /**
     * Returns the offset at a time of our clock, not before {@link #atNanos}; its bound grows with that of the drift.
     */
    public ClockOffset at(long nanos) {
        if (!isKnown()) {
            return offset;
        }
        double later = Math.max(0, nanos - atNanos);
        return new ClockOffset(
                offset.offsetNanos() + Math.round(drift * later),
                offset.boundNanos() + (long) Math.ceil(driftBound * later));
    }

    /** Returns whether both offset and drift can be zero. */
    public boolean agrees(long nanos) {
        ClockOffset then = at(nanos);
        return Math.abs(then.offsetNanos()) <= then.boundNanos() && Math.abs(drift) <= driftBound;
    }
}
