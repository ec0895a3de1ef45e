package dev.weir.result;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.interval.Interval;
import dev.weir.result.journal.IntervalStore;

/** Snapshots for tests: a second each, from a made-up start. */
public final class Snapshots {
    public static final long START = 1_700_000_000_000_000_000L;
    public static final long SECOND = 1_000_000_000L;

    /** For stores of which only the figures matter. */
    public static final IntervalStore.Listener NO_LISTENER = new NoListener();

    static class NoListener implements IntervalStore.Listener {
        @Override
        public void tick(Interval tick) {}

        @Override
        public void interval(Interval interval) {}
    }

    private Snapshots() {}

    /** The snapshot with that number: these counts, and latencies of messages that were due in the measurement. */
    public static Snapshot of(long number, Counts counts, LatencySet measured) {
        return new Snapshot(
                number, START + number * SECOND, START + (number + 1) * SECOND, counts, new LatencySet(), measured);
    }

    /** The snapshot with that number: so many messages sent, acknowledged and received, each of that latency. */
    public static Snapshot of(long number, long messages, long nanos, boolean measured) {
        var none = new LatencySet();
        var some = new LatencySet();
        for (Latency latency : Latency.values()) {
            some.of(latency).values().record(nanos, messages);
        }
        return new Snapshot(
                number,
                START + number * SECOND,
                START + (number + 1) * SECOND,
                new Counts(messages, messages, 0, messages, 0, 0),
                measured ? none : some,
                measured ? some : none);
    }
}
