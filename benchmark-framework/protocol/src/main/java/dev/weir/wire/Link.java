package dev.weir.wire;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.OffsetEstimator;
import dev.weir.wire.SilenceWatch.RunningTime;
import dev.weir.wire.message.Message;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a session between coordinator and worker, over any number of connections: each message arrives once, and
 * in order. Both ends count the messages that they receive. Sent messages are kept until the other end has confirmed
 * them, and are sent again when another connection continues the session. Any thread; nothing blocks.
 *
 * <p>Messages that belong to a single connection are neither counted nor kept: {@link Message#isOfConnection}.
 */
public abstract class Link {
    /** Limit of kept messages. If a peer does not confirm them, the session ends. */
    static final long MAX_KEPT_BYTES = 64 << 20;

    /** Pings and their answers arrive once a second. */
    private static final long SILENCE_NANOS = 2_000_000_000;

    /** Memory that a message takes in addition to its bytes, so that small ones are limited too. */
    private static final int OVERHEAD_BYTES = 64;

    private final Deque<byte[]> kept = new ArrayDeque<>();
    private final OffsetEstimator clockOffsets = new OffsetEstimator();
    private volatile LinkListener listener = message -> {};
    private @Nullable LinkHandler connection;
    private String peer = "no peer";
    private boolean inProcess;
    private long keptBytes;
    private long acknowledged;
    private long received;
    private volatile long lastHeardNanos;
    private volatile long silenceBeginNanos;
    private volatile long silenceEndNanos;
    private boolean closing;
    private boolean over;

    /** Used by the network thread. */
    private int outages;

    Link() {}

    /** Called when a connection is open. On the network thread, like all calls of connections. */
    abstract void connected(LinkHandler opened);

    /** @param silence for how long the peer was silent when the connection was closed */
    abstract void disconnected(LinkHandler gone, String reason, Duration silence);

    /** Handles a message that belongs to a connection, except pings and pongs. */
    abstract void control(LinkHandler from, Message message);

    /**
     * Returns whether the peer's process is known to have ended: no process listens at its address, or another one
     * does. Always false for a coordinator, which sends a message when it ends, or becomes silent.
     */
    public boolean hasPeerEnded() {
        return false;
    }

    /** Observes a message before it is sent. Called under the lock. */
    abstract void sending(Message message);

    /** Observes a message before the listener receives it. Called under the lock. */
    abstract void hearing(LinkHandler from, Message message);

    public final void listen(LinkListener hearing) {
        listener = hearing;
    }

    /** Continues over this connection, on which nothing was sent yet. */
    final synchronized void attach(LinkHandler opened) {
        connection = opened;
        peer = opened.peer();
        inProcess = opened.isInProcess();
    }

    /**
     * Continues over this connection, and sends again what the peer has not received.
     *
     * @param first message that is sent before; no other message can be sent between it and the kept ones
     * @param heard number of messages that the peer has received
     * @return whether the session can be continued
     */
    final synchronized boolean attach(LinkHandler opened, @Nullable Message first, long heard) {
        if (heard < acknowledged || heard > acknowledged + kept.size()) {
            return false;
        }
        acknowledge(heard);
        attach(opened);
        if (first != null) {
            opened.write(first);
        }
        kept.forEach(opened::write);
        if (closing) {
            opened.finish();
        }
        return true;
    }

    /** Waits for another connection after one broke, and ends the session without one. On the network thread. */
    final void interrupted(String reason, Duration limit, EventLoop eventLoop, String endReason) {
        int outage = ++outages;
        listener.interrupted(reason);
        RunningTime.after(limit, eventLoop, () -> {
            if (outage == outages && connection() == null) {
                end(endReason);
            }
        });
    }

    final boolean wasInterrupted() {
        return outages > 0;
    }

    /** Leaves a connection; returns whether the session used it. */
    final synchronized boolean detach(LinkHandler gone) {
        if (connection != gone) {
            return false;
        }
        connection = null;
        return true;
    }

    final synchronized @Nullable LinkHandler connection() {
        return connection;
    }

    /** Handles a message of the peer; ignores it if the session no longer uses that connection. */
    final void heard(LinkHandler from, Message message) {
        if (message.isOfConnection()) {
            control(from, message);
            return;
        }
        synchronized (this) {
            if (from != connection || over) {
                return;
            }
            received++;
            hearing(from, message);
        }
        listener.received(message);
    }

    final synchronized void acknowledged(LinkHandler from, long heard) {
        if (from == connection) {
            acknowledge(heard);
        }
    }

    private void acknowledge(long heard) {
        while (acknowledged < heard && !kept.isEmpty()) {
            keptBytes -= kept.remove().length + OVERHEAD_BYTES;
            acknowledged++;
        }
    }

    /** Notes that something of the peer arrived. On the network thread. */
    final void heardAt(long nanos) {
        if (lastHeardNanos > 0 && nanos - lastHeardNanos >= SILENCE_NANOS) {
            silenceBeginNanos = silentSinceNanos(nanos);
            silenceEndNanos = nanos;
        }
        lastHeardNanos = nanos;
    }

    /**
     * Returns since when the peer has been silent for at least 2 s, by our clock, or when its last such silence began;
     * 0 if there was none.
     */
    public final long silentSinceNanos(long nowNanos) {
        long heard = lastHeardNanos;
        // Bytes that arrived before this process stood still are read right after it: they do not end a silence.
        boolean goesOn = heard - silenceEndNanos < SILENCE_NANOS;
        return nowNanos - heard < SILENCE_NANOS || goesOn ? silenceBeginNanos : heard;
    }

    final synchronized long received() {
        return received;
    }

    final OffsetEstimator clockOffsets() {
        return clockOffsets;
    }

    final synchronized boolean isOver() {
        return over;
    }

    final synchronized boolean isClosing() {
        return closing;
    }

    /** Returns whether messages are kept that the peer may not have received. */
    final synchronized boolean hasUnconfirmed() {
        return !kept.isEmpty();
    }

    /**
     * Sends a message, after those sent before. It arrives exactly once, or the session ends and {@link
     * LinkListener#closed} is called.
     */
    public final void send(Message message) {
        byte[] frame = MessageCodec.SHARED.encode(message);
        synchronized (this) {
            if (closing || over) {
                return;
            }
            boolean fits = kept.isEmpty() || keptBytes + frame.length + OVERHEAD_BYTES <= MAX_KEPT_BYTES;
            if (fits) {
                sending(message);
                kept.add(frame);
                keptBytes += frame.length + OVERHEAD_BYTES;
                if (connection != null) {
                    connection.write(frame);
                }
                return;
            }
        }
        end("the other end has not taken in " + MAX_KEPT_BYTES + " bytes of messages");
    }

    final LinkListener listener() {
        return listener;
    }

    /** Ends the session for good and reports the reason to the listener. */
    void end(String reason) {
        LinkHandler last;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            kept.clear();
            last = connection;
            connection = null;
        }
        if (last != null) {
            last.closeNow();
        }
        listener.closed(reason);
    }

    /** Ends the session after all messages have arrived, or the peer does not come back. */
    public void close() {
        LinkHandler open;
        synchronized (this) {
            closing = true;
            open = connection;
        }
        if (open != null) {
            open.finish();
        }
    }

    /** Returns the peer's address, for messages to people. */
    public final synchronized String peer() {
        return peer;
    }

    /**
     * Returns how far the peer's clock is ahead; {@link ClockEstimate#UNKNOWN} at the worker's end, which does not
     * measure it.
     */
    public final ClockEstimate clock() {
        return isInProcess() ? ClockEstimate.SAME : clockOffsets.estimate();
    }

    /** Returns how far the peer's clock was ahead at a time of the last minute, by what is known now. */
    public final ClockOffset clockAt(long nanos) {
        return isInProcess() ? ClockOffset.NONE : clockOffsets.at(nanos);
    }

    /** Exchanges time stamps several times, 3 ms apart, which makes {@link #clock} more precise. */
    public final void refreshClock(int exchanges) {
        LinkHandler open = connection();
        if (open != null && !isInProcess()) {
            open.refreshClock(exchanges);
        }
    }

    private synchronized boolean isInProcess() {
        return inProcess;
    }

    /**
     * Receives what arrives on a {@link Link}. Called on a network thread, {@link #closed} on any thread; must not
     * block.
     */
    public interface LinkListener {

        void received(Message message);

        /**
         * Called when the connection broke, for a reason that is for a person; the session waits for another one, over
         * which it continues without loss or repetition. One of the other calls follows.
         */
        default void interrupted(String reason) {}

        default void resumed() {}

        /** Called last, when the session has ended; the reason is for a person. */
        default void closed(String reason) {}
    }
}
