package dev.weir.workload.load;

import dev.weir.workload.text.Checks;
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

    private static final double STANDARD_DEVIATIONS = 3;

    /** An open loop with even distribution that skips nothing. */
    public static final LoadShape UNIFORM =
            new LoadShape(Arrival.UNIFORM, BURST_PERIOD_NANOS, false, 0, OptionalLong.empty());

    public LoadShape {
        Checks.refuseIf(burstPeriodNanos < 1, "burstPeriod must be at least 1 ns, got " + burstPeriodNanos);
        Checks.atLeast("inFlight", inFlight, 0);
    }

    /**
     * Returns by how many messages the number of due messages can fall below its mean by chance: with Poisson arrivals 3
     * standard deviations, which one run in 700 exceeds; otherwise 0.
     *
     * @param due messages that are due on average
     * @param atOnce messages that are due together
     */
    public double chance(double due, int atOnce) {
        return arrival == Arrival.POISSON ? STANDARD_DEVIATIONS * Math.sqrt(due * atOnce) : 0;
    }

    /** Returns whether a producer waits for answers before it sends more. */
    public boolean isClosedLoop() {
        return inFlight > 0;
    }
}
