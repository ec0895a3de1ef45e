package dev.weir.wire;

/** Hears how a connection begins. On the network thread; each call may be left out. */
interface HandshakeListener {

    /** The other end has sent its first bytes. */
    default void spoke() {}

    /** With TLS: the other end has proved who it is. */
    default void secured() {}

    /** The other end can be talked to: with TLS, it has proved who it is and has accepted us. */
    default void opened() {}

    /** It has said something beyond proof of life. */
    default void greeted() {}

    /**
     * The connection is gone; the last call.
     *
     * @param reason for a person: why
     * @param passing whether another connection may fare better: the other end has closed it without a reason that lasts
     */
    default void closed(String reason, boolean passing) {}
}
