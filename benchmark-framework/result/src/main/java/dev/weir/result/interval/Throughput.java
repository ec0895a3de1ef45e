package dev.weir.result.interval;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.interval.Interval.IntervalSummary;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Rates of the measurement, by when the events happened.
 *
 * @param seconds length of the measurement; of a load that ends by itself, until its last message
 * @param targetMessagesPerSecond target rate, the mean if it changed; empty if there was none for a time
 * @param offeredMessagesPerSecond send calls
 * @param achievedMessagesPerSecond acknowledged messages; at most as many as were due in the measurement, so that
 *     messages left over from the warm-up do not count on top
 * @param readsPerSecond answered reads; each counts as the messages of a request for the target
 * @param deliveredMessagesPerSecond received messages, of all subscriptions that began with the load
 * @param achievedMebibytesPerSecond payload of the acknowledged messages, which have the mean size of those sent
 * @param deliveredMebibytesPerSecond payload of the messages received
 */
public record Throughput(
        double seconds,
        OptionalDouble targetMessagesPerSecond,
        double offeredMessagesPerSecond,
        double achievedMessagesPerSecond,
        double abortedMessagesPerSecond,
        double readsPerSecond,
        double deliveredMessagesPerSecond,
        double achievedMebibytesPerSecond,
        double deliveredMebibytesPerSecond) {
    /** Returns the rate that counts for the target: acknowledged and aborted messages, and the messages of each read. */
    public double answeredMessagesPerSecond(double messagesPerRead) {
        return achievedMessagesPerSecond + abortedMessagesPerSecond + readsPerSecond * messagesPerRead;
    }

    /** Computes the rates of the measured ones among these intervals. There is a target if all of them have one. */
    public static Throughput of(List<IntervalSummary> intervals) {
        double asked = 0;
        Counts counts = Counts.NONE;
        double seconds = 0;
        long reads = 0;
        long due = 0;
        for (IntervalSummary interval : intervals) {
            due += Phase.WARM_UP.key().equals(interval.phase()) ? 0 : interval.count(Latency.SEND_CALL);
            if (Phase.isMeasured(interval.phase())) {
                counts = counts.plus(interval.counts());
                seconds += interval.seconds();
                reads += interval.count(Latency.READ_SERVICE);
                asked += interval.seconds() == 0
                        ? 0
                        : interval.targetMessagesPerSecond().orElse(Double.POSITIVE_INFINITY) * interval.seconds();
            }
        }
        if (seconds == 0) {
            return new Throughput(0, OptionalDouble.empty(), 0, 0, 0, 0, 0, 0, 0);
        }
        double mean = asked / seconds;
        long acknowledged = counts.sends().acknowledged();
        // Due were those that were sent, some after the measurement, or more if senders fell behind.
        double achieved = Math.min((double) acknowledged, Math.max((double) due, asked));
        OptionalDouble target = Double.isInfinite(mean) ? OptionalDouble.empty() : OptionalDouble.of(mean);
        return new Throughput(
                seconds,
                target,
                counts.sends().sent() / seconds,
                achieved / seconds,
                counts.sends().aborted() / seconds,
                reads / seconds,
                counts.receipts().received() / seconds,
                acknowledged == 0 ? 0 : counts.acknowledgedMebibytes() * achieved / acknowledged / seconds,
                counts.receivedMebibytes() / seconds);
    }
}
