package dev.weir.feature.spikes;

import dev.weir.measure.LatencyHistogram;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

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

    /**
     * Adds messages for which Weir stopped waiting within the span, all at once. The last span also contains the time in
     * which clients close. So the waits ended at the latest when the load had ended and the shortest wait had passed.
     */
    void addWaits(LatencyHistogram waits, Span span) {
        long ended = Math.min(span.untilNanos(), span.loadUntilNanos() + waits.minNanos());
        add(waits, new Span(span.fromNanos(), ended, span.loadFromNanos(), span.loadUntilNanos()));
    }

    /** Adds messages that ended within the span. */
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

    /**
     * Latencies of the messages that were due in a second. A message that has no latency, because it was never sent, failed
     * or was never delivered, counts with the time that had passed when Weir stopped waiting.
     */
    static final class DueSecond {
        static final long NANOS = 1_000_000_000;

        /** Thresholds from which one is chosen when all latencies are known. */
        static final List<Long> LEVELS_NANOS = LongStream.of(
                        10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
                .mapToObj(millis -> millis * 1_000_000)
                .toList();

        private static final double[] NONE = {};

        private final long beginNanos;
        private long heldFromNanos = Long.MAX_VALUE;
        private long heldUntilNanos;
        private long worstNanos;

        /** For each level, by how much the longer latencies exceed it, added up; empty while none is exceeded. */
        private double[] excessNanos = NONE;

        DueSecond(long beginNanos) {
            this.beginNanos = beginNanos;
        }

        /** Adds messages with the same latency, which ended between these times. */
        void add(long endedFromNanos, long endedUntilNanos, long latencyNanos, long messages) {
            worstNanos = Math.max(worstNanos, latencyNanos);
            // A snapshot that is longer was delayed: by a standstill, or by clients that close. Messages ended at its
            // end.
            heldFromNanos = Math.min(heldFromNanos, Math.max(endedFromNanos, endedUntilNanos - NANOS) - latencyNanos);
            heldUntilNanos = Math.max(heldUntilNanos, endedUntilNanos);
            for (int level = 0; level < LEVELS_NANOS.size() && latencyNanos > LEVELS_NANOS.get(level); level++) {
                addExcess(level, (double) (latencyNanos - LEVELS_NANOS.get(level)) * messages);
            }
        }

        void add(DueSecond other) {
            worstNanos = Math.max(worstNanos, other.worstNanos);
            heldFromNanos = Math.min(heldFromNanos, other.heldFromNanos);
            heldUntilNanos = Math.max(heldUntilNanos, other.heldUntilNanos);
            for (int level = 0; level < other.excessNanos.length; level++) {
                addExcess(level, other.excessNanos[level]);
            }
        }

        private void addExcess(int level, double nanos) {
            excessNanos = excessNanos.length == 0 ? new double[LEVELS_NANOS.size()] : excessNanos;
            excessNanos[level] += nanos;
        }

        /** Returns when the second begins: epoch nanoseconds of the coordinator. */
        long beginNanos() {
            return beginNanos;
        }

        /** Returns the earliest time at which its messages can have been held up. */
        long heldFromNanos() {
            return heldFromNanos;
        }

        /** Returns when the last of its messages had ended, or Weir stopped waiting for it. */
        long heldUntilNanos() {
            return heldUntilNanos;
        }

        long worstNanos() {
            return worstNanos;
        }

        double excessAbove(int level) {
            return level < excessNanos.length ? excessNanos[level] : 0;
        }
    }
}
