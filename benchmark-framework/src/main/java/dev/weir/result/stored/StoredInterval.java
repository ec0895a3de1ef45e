package dev.weir.result.stored;

import dev.weir.measure.Latency;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A reporting interval as a result file has it, ours or OMB's.
 *
 * @param phase its key; in OMB's files, which hold no other, {@code measurement}
 * @param beginSeconds since the first interval of the file began; in OMB's files, which do not tell, as if each had its
 *     planned length
 * @param seconds its length; in OMB's files the planned one
 * @param targetMessagesPerSecond the mean rate asked for; empty where there was none, or where the file does not say
 * @param messages by when the event happened
 * @param backlogMessages deliveries outstanding at its end; empty if the file does not tell
 * @param latency by its name in ours; OMB's have service times, {@code sendDelay} and {@code sendCall} only, without counts
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
     * @param acknowledged messages
     * @param aborted messages of transactions that were aborted
     * @param received messages, all subscriptions from the begin; empty if the file does not tell
     */
    public record Messages(OptionalLong sent, long acknowledged, long aborted, OptionalLong received) {}

    /** Whether what is due in it is measured. */
    public boolean isMeasured() {
        return Phase.isMeasured(phase);
    }

    /** Acknowledged messages per second; 0 of an interval without length. */
    public double achievedMessagesPerSecond() {
        return perSecond((double) messages.acknowledged);
    }

    /**
     * What counts for the target: messages acknowledged or aborted, and reads.
     *
     * @param recordsPerRead as how many messages each of these counts
     */
    public double answeredMessagesPerSecond(double recordsPerRead) {
        return perSecond(messages.acknowledged + messages.aborted + reads() * recordsPerRead);
    }

    /** Reads that were answered. */
    public long reads() {
        LatencySummary reads = latency.get(Latency.READ_SERVICE.key());
        return reads == null ? 0 : reads.count();
    }

    /** Received messages per second, all subscriptions; 0 of an interval without length; not a number if it is unknown. */
    public double deliveredMessagesPerSecond() {
        return messages.received.isPresent() ? perSecond((double) messages.received.getAsLong()) : Double.NaN;
    }

    private double perSecond(double count) {
        return seconds > 0 ? count / seconds : 0;
    }
}
