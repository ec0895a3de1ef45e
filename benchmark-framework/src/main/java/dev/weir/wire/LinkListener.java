package dev.weir.wire;

import dev.weir.wire.message.Message;

/** Hears what arrives on a {@link Link}. Called on a network thread, {@link #closed} on any: must not block. */
public interface LinkListener {

    /** A message of the peer. */
    void received(Message message);

    /**
     * The connection is gone, and another one is waited for, over which it goes on without a message lost or repeated. One
     * of the other calls follows.
     *
     * @param reason for a person: why
     */
    default void interrupted(String reason) {}

    /** Another connection stands. */
    default void resumed() {}

    /**
     * Nothing more will come; the last call.
     *
     * @param reason for a person: why
     */
    void closed(String reason);
}
