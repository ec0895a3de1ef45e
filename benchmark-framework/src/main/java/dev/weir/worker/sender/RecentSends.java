package dev.weir.worker.sender;

/**
 * Due times of the last messages of a sender, to count the messages that an order missed by arriving late. The sender's
 * thread writes here and then increments its counter of sent messages. The session's thread reads that counter first.
 * So a message that is sent at the same time may be missing from the count.
 */
final class RecentSends {
    /** 8 KiB for each sender: the messages of a tenth of a second at 10,000 messages a second. */
    static final int MOST = 1 << 10;

    private final long[] intendedNanos = new long[MOST];
    private int next;

    /** Adds the due time of the next message. */
    void add(long dueNanos) {
        intendedNanos[next++ & MOST - 1] = dueNanos;
    }

    /**
     * Returns how many of these messages were due at a time or later; {@link #MOST} means at least that many.
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
