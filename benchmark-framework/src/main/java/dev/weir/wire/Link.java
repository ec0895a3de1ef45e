package dev.weir.wire;

import dev.weir.clock.ClockOffset;

/** One end of a connection between coordinator and worker. Any thread; nothing blocks. */
public interface Link {

    /** Sends a message, after those sent before it. Lost if the connection is; {@link LinkListener#closed} tells. */
    void send(Message message);

    /** The peer's address, for messages to people. */
    String peer();

    /** How far the peer's clock is ahead; {@link ClockOffset#UNKNOWN} at the worker's end, which does not ask. */
    ClockOffset clockOffset();

    /** Closes the connection when what was sent has left. */
    void close();
}
