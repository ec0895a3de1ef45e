package dev.weir.worker.sender;

import dev.weir.measure.Counter;
import dev.weir.workload.message.MessageSpec;

/**
 * Messages that a sender has sent: their number, their bytes, and the due times of the last ones, to count the
 * messages that an order missed by arriving late. The sender's thread writes the due time and then counts the
 * message; readers read the count first. So a message that is sent at the same time may be missing.
 */
final class SentMessages {
    /** 8 KiB for each sender: the messages of a tenth of a second at 10,000 messages a second. */
    static final int MAX_MESSAGES = 1 << 10;

    private final long[] intendedNanos = new long[MAX_MESSAGES];
    private final Counter count = new Counter();
    private final Counter valueBytes = new Counter();
    private final boolean mixedSizes;
    private int next;

    /** @param mixedSizes whether messages differ in size, so that their bytes have to be counted */
    SentMessages(boolean mixedSizes) {
        this.mixedSizes = mixedSizes;
    }

    /** Adds a message right before its send call. */
    void add(long dueNanos, int bytes) {
        intendedNanos[next++ & MAX_MESSAGES - 1] = dueNanos;
        count.increment();
        if (mixedSizes) {
            valueBytes.add(bytes);
        }
    }

    long count() {
        return count.get();
    }

    /** Returns the bytes of this number of messages, headers included. */
    long bytes(long messages, MessageSpec spec) {
        return mixedSizes ? valueBytes.get() + messages * spec.headerBytes() : messages * spec.meanBytes();
    }

    /** Returns how many messages were due at a time or later; {@link #MAX_MESSAGES} means at least that many. */
    long countFrom(long nanos) {
        long found = 0;
        for (int i = 0; i < Math.min(count.get(), MAX_MESSAGES); i++) {
            found += intendedNanos[i] >= nanos ? 1 : 0;
        }
        return found;
    }
}
