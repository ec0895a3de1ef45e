package dev.weir.wire.message;

/**
 * What one sending thread did in the measurement.
 *
 * @param producers for which it sends
 * @param messages sent, and those in whose place it read
 * @param busyNanos how long that kept it busy: without waiting for the schedule, nor inside the client
 */
public record SenderWork(int producers, long messages, long busyNanos) {
    public SenderWork {
        if (producers < 1 || messages < 0 || busyNanos < 0) {
            throw new IllegalArgumentException("a sending thread must have a producer, and no count below 0, got "
                    + producers + ", " + messages + ", " + busyNanos);
        }
    }

    /** The most that it could send, messages per second; infinite if it had nothing to do. */
    public double limitMessagesPerSecond() {
        return busyNanos == 0 ? Double.POSITIVE_INFINITY : messages * 1e9 / busyNanos;
    }
}
