package dev.weir.wire;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;

/** One end of a connection between coordinator and worker. Any thread; nothing blocks. */
public interface Link {

    /** Sends a message, after those sent before it. Lost if the connection is; {@link LinkListener#closed} tells. */
    void send(Message message);

    /** The peer's address, for messages to people. */
    String peer();

    /** How far the peer's clock is ahead; {@link ClockEstimate#UNKNOWN} at the worker's end, which does not ask. */
    ClockEstimate clock();

    /** How far it was ahead at a moment of the last minute, as far as that is known by now. */
    ClockOffset clockAt(long nanos);

    /** Exchanges time stamps so many times, 3 ms apart, so that {@link #clock} is better then. */
    void refreshClock(int exchanges);

    /** Closes the connection when what was sent has left. */
    void close();
}
