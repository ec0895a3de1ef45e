package dev.weir.worker.sender;

import dev.weir.driver.client.Producer;

/**
 * How long send calls of one producer waited inside the client: the system's back pressure. The client's own figure is
 * read only after long calls, so that a usual call costs one comparison. Used by the sender's thread.
 */
final class BlockedTime {
    /** Parking a thread and waking it up takes longer than this. */
    private static final long LONG_CALL_NANOS = 10_000;

    /** A call this long counts as waiting, if the client does not report how long it waits. */
    private static final long UNREPORTED_CALL_NANOS = 100_000;

    private final Producer producer;
    private long reportedNanos;

    /** Starts from the client's current figure. */
    BlockedTime(Producer producer) {
        this.producer = producer;
        this.reportedNanos = producer.blockedNanos();
    }

    /** Returns how long the client has waited since the previous long call, in nanoseconds. */
    long after(long callNanos) {
        if (callNanos < LONG_CALL_NANOS) {
            return 0;
        }
        long total = producer.blockedNanos();
        if (total < 0) {
            return callNanos < UNREPORTED_CALL_NANOS ? 0 : callNanos;
        }
        long blocked = total - reportedNanos;
        reportedNanos = total;
        return blocked;
    }
}
