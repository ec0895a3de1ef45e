package dev.weir.workload;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * How a load goes about its rate.
 *
 * @param arrival how messages are spread over time
 * @param burstPeriodNanos from one burst to the next
 * @param skipsLate whether messages are left out that cannot be sent when they are due
 * @param inFlight in a closed loop, how many messages each producer keeps under way; 0: an open loop
 * @param pacingPrecisionNanos how exactly send times are met; empty: as suits host and client
 */
public record LoadShape(
        Arrival arrival, long burstPeriodNanos, boolean skipsLate, int inFlight, OptionalLong pacingPrecisionNanos) {
    static final long BURST_PERIOD_NANOS = 1_000_000_000;

    /** Evenly, nothing left out, no loop. */
    public static final LoadShape UNIFORM =
            new LoadShape(Arrival.UNIFORM, BURST_PERIOD_NANOS, false, 0, OptionalLong.empty());

    public LoadShape {
        Objects.requireNonNull(arrival);
        Objects.requireNonNull(pacingPrecisionNanos);
        if (burstPeriodNanos < 1) {
            throw new IllegalArgumentException("burstPeriod must be at least 1 ns, got " + burstPeriodNanos);
        }
        if (inFlight < 0) {
            throw new IllegalArgumentException("inFlight must be at least 0, got " + inFlight);
        }
    }

    /** Whether a producer waits for answers before it sends more. */
    public boolean isClosedLoop() {
        return inFlight > 0;
    }
}
