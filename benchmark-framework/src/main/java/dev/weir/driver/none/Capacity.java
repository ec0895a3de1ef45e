package dev.weir.driver.none;

/**
 * Admits messages at a limited rate: message {@code n} at {@code start + n / rate}. Time without messages is not made
 * up for, except the last {@value #CREDIT_NANOS} ns, the lateness of a thread's wake-up. Used by one thread.
 */
final class Capacity {
    private static final long CREDIT_NANOS = 10_000_000;
    private final double nanosPerMessage;
    private double nextNanos;

    /** @param messagesPerSecond 0: no limit */
    Capacity(long messagesPerSecond, long nowNanos) {
        nanosPerMessage = messagesPerSecond == 0 ? 0 : 1e9 / messagesPerSecond;
        nextNanos = nowNanos;
    }

    boolean limited() {
        return nanosPerMessage != 0;
    }

    /** Returns how many messages are admitted now, up to the given number. */
    int admits(int most, long nowNanos) {
        nextNanos = Math.max(nextNanos, nowNanos - (double) CREDIT_NANOS);
        return (int) Math.min(most, Math.max(0, (nowNanos - nextNanos) / nanosPerMessage));
    }

    /** Counts admitted messages. */
    void admitted(int count) {
        nextNanos += count * nanosPerMessage;
    }
}
