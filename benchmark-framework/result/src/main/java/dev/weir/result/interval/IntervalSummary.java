package dev.weir.result.interval;

import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.value.IsoTime;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A reporting interval in the journal and in the result. Its histograms are in the {@code .hlog}.
 *
 * @param phase its key
 * @param begin ISO-8601
 * @param targetMessagesPerSecond mean target rate; empty where there was none
 * @param counts messages, by when the event happened
 * @param backlogMessages outstanding deliveries at its end
 * @param latency latencies by name, of messages that were due at any time in the phase
 */
public record IntervalSummary(
        String phase,
        String begin,
        double seconds,
        OptionalDouble targetMessagesPerSecond,
        Counts counts,
        long backlogMessages,
        Map<String, LatencySummary> latency) {
    public IntervalSummary {
        latency = Collections.unmodifiableMap(new TreeMap<>(latency));
    }

    /** Returns the number of samples of a latency, for messages that were due in the phase. */
    long count(Latency name) {
        LatencySummary summary = latency.get(name.key());
        return summary == null ? 0 : summary.count();
    }

    public TimeRange range() {
        long beginNanos = IsoTime.epochNanos(begin);
        return new TimeRange(beginNanos, beginNanos + Math.round(seconds * 1e9));
    }

    public static IntervalSummary of(Interval interval, OptionalDouble targetMessagesPerSecond) {
        return new IntervalSummary(
                interval.phase().key(),
                IsoTime.of(interval.fromNanos()),
                interval.seconds(),
                targetMessagesPerSecond,
                interval.counts(),
                interval.backlog(),
                LatencySummary.byName(interval.latencies()));
    }
}
