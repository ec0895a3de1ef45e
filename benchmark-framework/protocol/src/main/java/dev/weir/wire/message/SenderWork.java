package dev.weir.wire.message;

/**
 * Work of one sending thread in the measurement.
 *
 * @param producers number of producers for which it sends
 * @param messages messages that it sent, and reads that replaced messages
 * @param busyNanos time for which that kept it busy, without waiting for the schedule or inside the client
 */
public record SenderWork(int producers, long messages, long busyNanos) {
    public SenderWork {
        if (producers < 1 || messages < 0 || busyNanos < 0) {
            throw new IllegalArgumentException("a sending thread must have a producer, and no count below 0, got "
                    + producers + ", " + messages + ", " + busyNanos);
        }
    }

    /** Returns the highest rate that it could send, messages per second; infinite if it had nothing to do. */
    public double limitMessagesPerSecond() {
        return busyNanos == 0 ? Double.POSITIVE_INFINITY : messages * 1e9 / busyNanos;
    }
}
