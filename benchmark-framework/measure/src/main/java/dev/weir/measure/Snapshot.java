package dev.weir.measure;

import java.util.function.LongUnaryOperator;

/**
 * What one worker measured since its last snapshot.
 *
 * @param number 0, 1, 2, ... without a gap
 * @param fromNanos when it begins, epoch nanoseconds of the worker
 * @param toNanos when it ends: the beginning of the next
 * @param lastNanos when the last message arrived at a consumer, or a client that does a fixed amount of work ended
 *     the last of it; the end if that is unknown
 * @param counts by when the event happened
 * @param warmup latencies of messages that were due in the warm-up
 * @param measured latencies of messages that were due in the measurement
 */
public record Snapshot(
        long number,
        long fromNanos,
        long toNanos,
        long lastNanos,
        Counts counts,
        LatencySet warmup,
        LatencySet measured) {
    public Snapshot {
        lastNanos = Math.max(fromNanos, Math.min(lastNanos, toNanos));
        if (number < 0 || toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "a snapshot must not end before it begins, got " + number + ": " + fromNanos + " to " + toNanos);
        }
    }

    /** Creates a snapshot in which it is unknown when the last message arrived. */
    public Snapshot(long number, long fromNanos, long toNanos, Counts counts, LatencySet warmup, LatencySet measured) {
        this(number, fromNanos, toNanos, toNanos, counts, warmup, measured);
    }

    /** Returns whether a message arrived or was acknowledged in it. */
    public boolean isActive() {
        return counts.receipts().deliveries() + counts.sends().acknowledged() > 0;
    }

    /** Returns the sum of this snapshot and the next one, with the number of this one. */
    public Snapshot plus(Snapshot next) {
        long to = Math.max(fromNanos, next.toNanos);
        long last = next.isActive() ? next.lastNanos : lastNanos;
        LatencySet ofWarmup = sum(warmup, next.warmup);
        LatencySet ofMeasurement = sum(measured, next.measured);
        return new Snapshot(number, fromNanos, to, last, counts.plus(next.counts), ofWarmup, ofMeasurement);
    }

    private static LatencySet sum(LatencySet one, LatencySet other) {
        var sum = new LatencySet();
        sum.add(one);
        sum.add(other);
        return sum;
    }

    /** Returns this snapshot with its times on another clock. */
    public Snapshot onOtherClock(LongUnaryOperator converted) {
        long from = converted.applyAsLong(fromNanos);
        long to = Math.max(from, converted.applyAsLong(toNanos));
        return new Snapshot(number, from, to, converted.applyAsLong(lastNanos), counts, warmup, measured);
    }
}
