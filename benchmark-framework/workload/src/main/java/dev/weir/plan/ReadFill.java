package dev.weir.plan;

import dev.weir.workload.message.MessageSpec;

/** Messages that reading producers send to their partitions before the load. */
public final class ReadFill {
    /**
     * Twice the largest fetch of Kafka's client from a partition, so that a read that begins in the first half finds as
     * much.
     */
    private static final long BYTES = 2 << 20;

    /** With payloads of a few bytes, more messages would not make a read larger, because no poll returns so many. */
    private static final long MAX_MESSAGES = 50_000;

    private ReadFill() {}

    /** Returns the number of messages that each producer sends. */
    public static long messages(MessageSpec messages) {
        long size = Math.max(1, messages.meanBytes());
        return Math.max(2, Math.min(MAX_MESSAGES, (BYTES + size - 1) / size));
    }
}
