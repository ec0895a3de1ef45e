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

    /** The message was given up. Called on the callback thread or inside {@link Producer#send}. */
    void failed(long sequence, long intendedNanos, long sentNanos, Throwable cause);
}
