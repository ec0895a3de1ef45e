package dev.weir.driver.client;

/**
 * Hears what became of each message that a {@link Producer} was given. Implementations do not block and do not throw.
 */
public interface SendListener {

    /**
     * The system has acknowledged the message, or, where {@code Driver.acknowledges} is false, the client has let go of
     * it. Called on one and the same thread for all messages of a producer: the client's callback thread.
     */
    void acknowledged(long sequence, long intendedNanos, long sentNanos);

    /**
     * The same of several messages that one answer of the system acknowledged. The listener may read its clock once for
     * them all.
     *
     * @param messages three numbers for each message, in their order: sequence, intendedNanos, sentNanos. The driver's, and
     *     only valid during the call
     * @param count how many messages
     */
    default void acknowledged(long[] messages, int count) {
        for (int at = 0; at < 3 * count; at += 3) {
            acknowledged(messages[at], messages[at + 1], messages[at + 2]);
        }
    }

    /** The message was given up. Called on the callback thread or inside {@link Producer#send}. */
    void failed(long sequence, long intendedNanos, long sentNanos, Throwable cause);

    /** Hears of the producer's connections, if it has some of its own. */
    default ConnectionListener connections() {
        return ConnectionListener.NONE;
    }
}
