package dev.weir.worker.sender;

/**
 * When the last messages of a sender were due, for an order that arrives late: how many had been sent by then to which it
 * applies. Written by the sender's thread, which then increments the counter of what it has sent; read by the session's,
 * which reads that counter first. A message that is sent at the same time may be missing from the count.
 */
final class RecentSends {
    /** 8 KiB for each sender: what a tenth of a second takes at 10,000 messages a second. */
    static final int MOST = 1 << 10;

    private final long[] intendedNanos = new long[MOST];
    private int next;

    /** The next message was due then. */
    void add(long dueNanos) {
        intendedNanos[next++ & MOST - 1] = dueNanos;
    }

    /**
     * How many of them were due at a moment or later; {@link #MOST} means at least so many.
     *
     * @param sent messages of this sender so far
     */
    long countFrom(long nanos, long sent) {
        long count = 0;
        for (int i = 0; i < Math.min(sent, MOST); i++) {
            count += intendedNanos[i] >= nanos ? 1 : 0;
        }
        return count;
    }
}
