package dev.weir.wire;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.wire.message.Message;

/**
 * One end of a conversation between coordinator and worker, which goes on over another connection when one breaks. Any
 * thread; nothing blocks.
 */
public interface Link {

    /**
     * Sends a message, after those sent before it. It arrives once, or the conversation is over: {@link LinkListener#closed}
     * tells.
     */
    void send(Message message);

    /** The peer's address, for messages to people. */
    String peer();

    /** How far the peer's clock is ahead; {@link ClockEstimate#UNKNOWN} at the worker's end, which does not ask. */
    ClockEstimate clock();

    /** How far it was ahead at a moment of the last minute, as far as that is known by now. */
    ClockOffset clockAt(long nanos);

    /** Exchanges time stamps so many times, 3 ms apart, so that {@link #clock} is better then. */
    void refreshClock(int exchanges);

    /**
     * Since when nothing was heard of the peer, by our clock: now, if that is 2 s ago or longer, or else the last time that it
     * was as long; 0 if it never was.
     */
    long silentSinceNanos(long nowNanos);

    /** Whether the peer's process is known to have ended: no process listens at its address, or another one does. */
    boolean hasPeerEnded();

    /** Ends the conversation when what was sent has arrived, or the peer does not come back. */
    void close();
}
