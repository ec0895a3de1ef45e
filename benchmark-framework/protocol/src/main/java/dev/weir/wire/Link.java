package dev.weir.wire;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.wire.message.Message;

/**
 * One end of a session between coordinator and worker, which continues over another connection when one breaks. Any
 * thread; nothing blocks.
 */
public interface Link {

    /**
     * Sends a message, after those sent before. It arrives exactly once, or the session ends and {@link
     * LinkListener#closed} is called.
     */
    void send(Message message);

    /** Returns the peer's address, for messages to people. */
    String peer();

    /**
     * Returns how far the peer's clock is ahead; {@link ClockEstimate#UNKNOWN} at the worker's end, which does not
     * measure it.
     */
    ClockEstimate clock();

    /** Returns how far the peer's clock was ahead at a time of the last minute, by what is known now. */
    ClockOffset clockAt(long nanos);

    /** Exchanges time stamps several times, 3 ms apart, which makes {@link #clock} more precise. */
    void refreshClock(int exchanges);

    /**
     * Returns since when the peer has been silent for at least 2 s, by our clock, or when its last such silence began;
     * 0 if there was none.
     */
    long silentSinceNanos(long nowNanos);

    /**
     * Returns whether the peer's process is known to have ended: no process listens at its address, or another one
     * does.
     */
    boolean hasPeerEnded();

    /** Ends the session after all messages have arrived, or the peer does not come back. */
    void close();
}
