package dev.weir.worker.sender;

import dev.weir.driver.client.Producer;

/**
 * How long send calls of one producer waited inside the client: the system's back pressure. The client is asked after calls
 * that were long, and only then, so that a usual call costs a comparison. Used by the sender's thread.
 */
final class BlockedTime {
    /** Parking a thread and waking it up alone takes longer. */
    private static final long LONG_CALL_NANOS = 10_000;

    /** So long a call of a client that does not report its waiting counts as waiting, all of it. */
    private static final long UNREPORTED_CALL_NANOS = 100_000;

    private final Producer producer;
    private long reportedNanos;

    /** From now on. */
    BlockedTime(Producer producer) {
        this.producer = producer;
        this.reportedNanos = producer.blockedNanos();
    }

    /** How long the client has waited since the last long call, in nanoseconds. */
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
