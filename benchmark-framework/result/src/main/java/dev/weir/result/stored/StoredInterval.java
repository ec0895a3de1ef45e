package dev.weir.result.stored;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A reporting interval as a result file has it, ours or OMB's.
 *
 * @param phase its key; {@code measurement} in OMB's files, which have no other
 * @param beginSeconds time since the first interval of the file began; in OMB's files, which lack it, computed
 *     from the planned lengths
 * @param seconds its length; in OMB's files the planned one
 * @param targetMessagesPerSecond mean target rate; empty if there was none, or it is unknown
 * @param messages by when the event happened
 * @param backlogMessages outstanding deliveries at its end; empty if unknown
 * @param latency latencies by Weir's names; OMB's files have only service times, {@code sendDelay} and {@code
 *     sendCall}, without counts
 */
public record StoredInterval(
        String phase,
        double beginSeconds,
        double seconds,
        OptionalDouble targetMessagesPerSecond,
        Messages messages,
        OptionalLong backlogMessages,
        Map<String, LatencySummary> latency) {
    public StoredInterval {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
    }

    /**
     * What became of messages.
     *
     * @param sent send calls; empty in OMB's files, whose {@code sent} are acknowledged messages
     * @param aborted messages that their producer aborted
     * @param received messages of all subscriptions that began with the load; empty if unknown
     */
    public record Messages(OptionalLong sent, long acknowledged, long aborted, OptionalLong received) {}

    /** Returns the intervals of one of Weir's own files. */
    static List<StoredInterval> of(List<IntervalSummary> stored) {
        List<StoredInterval> intervals = new ArrayList<>();
        long origin = stored.isEmpty() ? 0 : IsoTime.epochNanos(stored.get(0).begin());
        for (IntervalSummary each : stored) {
            Counts counts = each.counts();
            intervals.add(new StoredInterval(
                    each.phase(),
                    (IsoTime.epochNanos(each.begin()) - origin) / 1e9,
                    each.seconds(),
                    each.targetMessagesPerSecond(),
                    new Messages(
                            OptionalLong.of(counts.sends().sent()),
                            counts.sends().acknowledged(),
                            counts.sends().aborted(),
                            OptionalLong.of(counts.receipts().received())),
                    OptionalLong.of(each.backlogMessages()),
                    each.latency()));
        }
        return intervals;
    }

    public boolean isMeasured() {
        return Phase.isMeasured(phase);
    }

    /** Returns acknowledged messages per second; 0 for an interval without length. */
    public double achievedMessagesPerSecond() {
        return perSecond((double) messages.acknowledged);
    }

    /** Returns what counts for the target: acknowledged and aborted messages, and the messages of each read. */
    public double answeredMessagesPerSecond(double recordsPerRead) {
        return perSecond(messages.acknowledged + messages.aborted + reads() * recordsPerRead);
    }

    public long reads() {
        LatencySummary reads = latency.get(Latency.READ_SERVICE.key());
        return reads == null ? 0 : reads.count();
    }

    /** Returns received messages per second of all subscriptions; 0 without length, not a number if unknown. */
    public double deliveredMessagesPerSecond() {
        return messages.received.isPresent() ? perSecond((double) messages.received.getAsLong()) : Double.NaN;
    }

    private double perSecond(double count) {
        return seconds > 0 ? count / seconds : 0;
    }
}
