package dev.weir.wire;

/** Hears how a connection begins. On the network thread; who does not care does nothing. */
interface Opening {

    /** The other end can be talked to: with TLS, it has proved who it is and has accepted us. */
    default void opened() {}

    /** It has said something beyond proof of life. */
    default void greeted() {}

    /**
     * The connection is gone; the last call.
     *
     * @param reason for a person: why
     */
    default void closed(String reason) {}
}
