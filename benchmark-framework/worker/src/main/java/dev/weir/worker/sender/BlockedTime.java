package dev.weir.worker.sender;

import dev.weir.driver.client.Producer;

/**
 * How long send calls of one producer waited inside the client: the system's back pressure. The client's own figure is
 * read only after long calls, so that a usual call costs one comparison. Made and used by the sender's thread.
 */
final class BlockedTime {
    /** Parking a thread and waking it up takes longer than this. */
    private static final long LONG_CALL_NANOS = 10_000;

    /** A call this long counts as waiting, if the client does not report how long it waits. */
    private static final long UNREPORTED_CALL_NANOS = 100_000;

    private final Producer producer;
    private final Thread thread = Thread.currentThread();
    private long reportedNanos;
    private boolean failed;

    BlockedTime(Producer producer) {
        this.producer = producer;
        this.reportedNanos = producer.blockedNanos();
    }

    /** A message has failed. If this thread is the sender's, it is the one of the current call. Any thread. */
    void messageFails() {
        if (Thread.currentThread() == thread) {
            failed = true;
        }
    }

    /**
     * Returns for how long of a call the client waited. A call that fails its message counts as waiting from its begin to
     * its end: Kafka's client reports a wait for metadata only if the metadata arrived.
     */
    long after(long callNanos) {
        boolean failedCall = failed;
        failed = false;
        if (callNanos < LONG_CALL_NANOS) {
            return 0;
        }
        long total = producer.blockedNanos();
        if (failedCall) {
            reportedNanos = total;
            return callNanos;
        }
        if (total < 0) {
            return callNanos < UNREPORTED_CALL_NANOS ? 0 : callNanos;
        }
        long blocked = total - reportedNanos;
        reportedNanos = total;
        return Math.min(callNanos, blocked);
    }
}
