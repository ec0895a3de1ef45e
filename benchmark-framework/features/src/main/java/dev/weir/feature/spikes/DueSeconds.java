package dev.weir.feature.spikes;

import dev.weir.measure.LatencyHistogram;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One latency by the second in which messages were due. Used by the coordinator's thread. */
final class DueSeconds {
    private final NavigableMap<Long, DueSecond> seconds = new TreeMap<>();

    /** Longest latency of the messages that ended in each second of the measurement. */
    private final NavigableMap<Long, Long> worstOfEnd = new TreeMap<>();

    /**
     * A snapshot's time.
     *
     * @param fromNanos epoch nanoseconds of the coordinator
     * @param loadFromNanos when the first message can have been due
     * @param loadUntilNanos when the last one can have been due
     */
    record Span(long fromNanos, long untilNanos, long loadFromNanos, long loadUntilNanos) {}

    /** Adds messages that ended within the span, or for which Weir stopped waiting then. */
    void add(LatencyHistogram latencies, Span span) {
        latencies.forEachBucket((lowest, highest, messages) -> {
            long due = span.untilNanos() - 1 - highest;
            long second = Math.floorDiv(
                    Math.max(span.loadFromNanos(), Math.min(due, span.loadUntilNanos() - 1)), DueSecond.NANOS);
            DueSecond known = seconds.get(second);
            if (known == null && seconds.size() < SecondSums.MAX_SECONDS) {
                known = new DueSecond(second * DueSecond.NANOS);
                seconds.put(second, known);
            }
            if (known != null) {
                known.add(span.fromNanos(), span.untilNanos(), highest, messages);
            }
        });
    }

    /** Notes the longest latency of messages that ended within a span of the measurement. */
    void noteUsual(LatencyHistogram latencies, Span span) {
        if (latencies.count() > 0 && worstOfEnd.size() < SecondSums.MAX_SECONDS) {
            worstOfEnd.merge(Math.floorDiv(span.untilNanos() - 1, DueSecond.NANOS), latencies.maxNanos(), Math::max);
        }
    }

    void add(DueSeconds other) {
        other.seconds.forEach((second, theirs) -> seconds.computeIfAbsent(
                        second, any -> new DueSecond(second * DueSecond.NANOS))
                .add(theirs));
        other.worstOfEnd.forEach((second, worst) -> worstOfEnd.merge(second, worst, Math::max));
    }

    /** Returns the seconds in which messages were due, in order. */
    List<DueSecond> inOrder() {
        return List.copyOf(seconds.values());
    }

    /**
     * Returns the median of the longest latencies of all seconds of the measurement, by when messages ended: a stall is
     * then one long second, however many messages were due in it. 0 if no message ended in the measurement.
     */
    long usualNanos() {
        return worstOfEnd.values().stream()
                .sorted()
                .skip(Math.max(0, worstOfEnd.size() - 1) / 2)
                .findFirst()
                .orElse(0L);
    }
}
