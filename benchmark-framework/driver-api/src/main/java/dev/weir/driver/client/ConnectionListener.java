package dev.weir.driver.client;

/**
 * Receives events of the connections of a producer that has {@link Connections} of its own. Called on the producer's
 * callback thread. Implementations do not block and do not throw.
 */
public interface ConnectionListener {
    /** Ignores all events. */
    ConnectionListener NONE = new ConnectionListener() {};

    /**
     * A connection was made, or made again, and can carry messages. Times are nanoseconds; -1 for a step that the
     * connection does not have.
     *
     * @param tcpNanos from the connect call until the TCP connection was there
     * @param tlsNanos from then until the end of the TLS handshake
     * @param saslNanos from then until the system had authenticated the client
     */
    default void made(long tcpNanos, long tlsNanos, long saslNanos) {}

    /** A connection could not be made. The producer tries again. */
    default void failed(Throwable cause) {}

    /** A connection that was made has ended, and not because the producer is closed. The producer makes it again. */
    default void lost(Throwable cause) {}

    /** The first message on a connection was acknowledged, this number of nanoseconds after it was sent. */
    default void firstAcknowledged(long nanos) {}
}
