package dev.weir.wire;

import dev.weir.wire.message.Message;

/**
 * Receives what arrives on a {@link Link}. Called on a network thread, {@link #closed} on any thread; must not block.
 */
public interface LinkListener {

    void received(Message message);

    /**
     * Called when the connection broke; the session waits for another one, over which it continues without loss or
     * repetition. One of the other calls follows.
     *
     * @param reason cause, for a person
     */
    default void interrupted(String reason) {}

    default void resumed() {}

    /** Called last, when the session has ended; the reason is for a person. */
    default void closed(String reason) {}
}
