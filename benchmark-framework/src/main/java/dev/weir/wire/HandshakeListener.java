package dev.weir.wire;

/** Receives the progress of a new connection. Called on the network thread. */
interface HandshakeListener {

    /** Called when the other end has sent its first bytes. */
    default void receivedFirstBytes() {}

    /** Called when the other end has proved its identity, with TLS. */
    default void secured() {}

    /** Called when messages can be sent: with TLS, both ends have accepted each other. */
    default void opened() {}

    /** Called when the other end has sent a message other than a ping. */
    default void greeted() {}

    /**
     * Called last, when the connection is closed.
     *
     * @param reason cause, for a person
     * @param passing whether another connection may succeed: the other end has closed this one without a permanent
     *     reason
     */
    default void closed(String reason, boolean passing) {}
}
