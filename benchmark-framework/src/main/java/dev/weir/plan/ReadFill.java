package dev.weir.plan;

import dev.weir.workload.message.PayloadSpec;

/** What producers that read put into their partitions before the load, to have something to read. */
public final class ReadFill {
    /** Twice the most that Kafka's client fetches of a partition at once, so that a read that begins in the first half finds as much. */
    private static final long BYTES = 2 << 20;

    /** Of payloads of a few bytes more would not make a read larger: no poll brings so many. */
    private static final long MOST_MESSAGES = 50_000;

    private ReadFill() {}

    /** How many messages each producer sends. */
    public static long messages(PayloadSpec payload) {
        long size = Math.max(1, payload.messageSize());
        return Math.max(2, Math.min(MOST_MESSAGES, (BYTES + size - 1) / size));
    }
}
