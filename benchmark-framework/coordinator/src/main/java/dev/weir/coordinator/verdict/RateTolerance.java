package dev.weir.coordinator.verdict;

import dev.weir.workload.Workload;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;

/**
 * How many messages a measurement may lack before a finding says that a rate was not met: 1 %, and not less than what
 * the ends of the window, and chance, can make. Some messages are in flight when the measurement begins and ends. With
 * few messages, one of them is more than 1 %.
 */
final class RateTolerance {
    private static final double SHARE = 1 - SenderLimit.MET;
    private static final double IN_FLIGHT_SECONDS = 0.1;

    /** At 10 messages per second, messages that are acknowledged half a second late. */
    private static final double IN_FLIGHT_MESSAGES = 5;

    /** A Poisson process has fewer messages than its mean less this many standard deviations once in 700 runs. */
    private static final double STANDARD_DEVIATIONS = 3;

    private RateTolerance() {}

    /** Returns the tolerance in messages: never more than half of those that are due, so that a total failure counts. */
    static double messages(Workload workload, double perSecond, double seconds) {
        LoadShape shape = workload.load().shape();
        int atOnce = workload.messagesAtOnce();
        double due = perSecond * seconds;
        boolean bursts = shape.arrival() == Arrival.BURST;
        double lump = Math.max(atOnce, bursts ? perSecond * shape.burstPeriodNanos() / 1e9 : 0);
        double inFlight = Math.max(lump, Math.max(IN_FLIGHT_MESSAGES, IN_FLIGHT_SECONDS * perSecond));
        double chance = shape.arrival() == Arrival.POISSON ? STANDARD_DEVIATIONS * Math.sqrt(due * atOnce) : 0;
        return Math.min(due / 2, Math.max(SHARE * due, inFlight + chance));
    }
}
