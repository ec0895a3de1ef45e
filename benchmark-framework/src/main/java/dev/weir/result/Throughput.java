package dev.weir.result;

import dev.weir.measure.Counts;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Rates of the measurement, by when the events happened.
 *
 * @param seconds length of the measurement
 * @param targetMessagesPerSecond asked for; empty where the load had no rate
 * @param offeredMessagesPerSecond send calls made
 * @param achievedMessagesPerSecond messages acknowledged
 * @param deliveredMessagesPerSecond messages received, of all subscriptions together
 * @param achievedMebibytesPerSecond payload of the acknowledged messages
 */
public record Throughput(
        double seconds,
        OptionalDouble targetMessagesPerSecond,
        double offeredMessagesPerSecond,
        double achievedMessagesPerSecond,
        double deliveredMessagesPerSecond,
        double achievedMebibytesPerSecond) {

    /** Of the measurement among these intervals. */
    public static Throughput of(List<IntervalSummary> intervals, double targetRate, int messageSize) {
        OptionalDouble target = Double.isInfinite(targetRate) ? OptionalDouble.empty() : OptionalDouble.of(targetRate);
        Counts counts = Counts.NONE;
        double seconds = 0;
        for (IntervalSummary interval : intervals) {
            if (Phase.isMeasured(interval.phase())) {
                counts = counts.plus(interval.counts());
                seconds += interval.seconds();
            }
        }
        if (seconds == 0) {
            return new Throughput(0, target, 0, 0, 0, 0);
        }
        double achieved = counts.acknowledged() / seconds;
        return new Throughput(
                seconds,
                target,
                counts.sent() / seconds,
                achieved,
                counts.received() / seconds,
                achieved * messageSize / (1 << 20));
    }
}
