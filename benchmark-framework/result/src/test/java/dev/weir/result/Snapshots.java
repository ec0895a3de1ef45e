package dev.weir.result;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;

/** Snapshots for tests: a second each, from a made-up start. */
public final class Snapshots {
    public static final long START = 1_700_000_000_000_000_000L;
    public static final long SECOND = 1_000_000_000L;

    private Snapshots() {}

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
