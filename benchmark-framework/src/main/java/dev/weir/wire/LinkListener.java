package dev.weir.wire;

/** Hears what arrives on a {@link Link}. Called on a network thread: must not block. */
public interface LinkListener {

    /** A message of the peer. */
    void received(Message message);

    /**
     * The connection is gone; the last call.
     *
     * @param reason for a person: why
     */
    void closed(String reason);
}
