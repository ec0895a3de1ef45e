package dev.weir.workload.load;

import java.util.OptionalLong;

/**
 * How producers follow the rate of a load.
 *
 * @param skipsLate whether messages that cannot be sent when they are due are skipped
 * @param inFlight in a closed loop, how many messages each producer keeps in flight; 0: an open loop
 * @param pacingPrecisionNanos precision of send times; empty: by host and client
 */
public record LoadShape(
        Arrival arrival, long burstPeriodNanos, boolean skipsLate, int inFlight, OptionalLong pacingPrecisionNanos) {
    public static final long BURST_PERIOD_NANOS = 1_000_000_000;

    /** An open loop with even distribution that skips nothing. */
    public static final LoadShape UNIFORM =
            new LoadShape(Arrival.UNIFORM, BURST_PERIOD_NANOS, false, 0, OptionalLong.empty());

    public LoadShape {
        if (burstPeriodNanos < 1) {
            throw new IllegalArgumentException("burstPeriod must be at least 1 ns, got " + burstPeriodNanos);
        }
        if (inFlight < 0) {
            throw new IllegalArgumentException("inFlight must be at least 0, got " + inFlight);
        }
    }

    /** Returns whether a producer waits for answers before it sends more. */
    public boolean isClosedLoop() {
        return inFlight > 0;
    }
}
