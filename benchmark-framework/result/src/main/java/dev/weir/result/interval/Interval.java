package dev.weir.result.interval;

import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.value.IsoTime;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Merged snapshot of all workers over a stretch of time. Its histograms are mutable and belong to its creator.
 *
 * @param fromNanos epoch nanoseconds
 * @param toNanos epoch nanoseconds
 * @param seconds its length: the mean of the workers' own, whose snapshots begin and end at slightly different times. If
 *     the load ends by itself, the time from the last message before to its own last one, 0 without messages: the wait for
 *     more messages is no part of such a load
 * @param counts counts by when the event happened
 * @param backlog outstanding deliveries at its end: acknowledged messages times subscriptions, minus those received
 *     without duplicates; never negative
 * @param warmup latencies of messages that were due in the warm-up
 * @param measured latencies of messages that were due in the measurement
 */
public record Interval(
        Phase phase,
        long fromNanos,
        long toNanos,
        double seconds,
        Counts counts,
        long backlog,
        LatencySet warmup,
        LatencySet measured) {
    public Interval lasting(double otherSeconds) {
        return new Interval(phase, fromNanos, toNanos, otherSeconds, counts, backlog, warmup, measured);
    }

    public Interval counting(Counts otherCounts) {
        return new Interval(phase, fromNanos, toNanos, seconds, otherCounts, backlog, warmup, measured);
    }

    /** Returns an interval of the same time with these latencies of the measurement, and nothing else. */
    public Interval withOnly(LatencySet latencies) {
        return new Interval(phase, fromNanos, toNanos, seconds, Counts.NONE, 0, new LatencySet(), latencies);
    }

    public LatencySet latencies() {
        return phase == Phase.WARM_UP ? warmup : measured;
    }

    public long reads() {
        LatencySet own = latencies();
        return own.has(Latency.READ_SERVICE) ? own.of(Latency.READ_SERVICE).count() : 0;
    }

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
}
