package dev.weir.wire;

import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.OffsetEstimator;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a conversation, over however many connections it takes: each message arrives once, and in order. Both ends
 * count what they hear; what was sent is kept until the other end has told that it has counted so far, and is sent again
 * from there when a new connection goes on. Any thread.
 *
 * <p>What belongs to a connection is neither counted nor kept: {@link Message#isOfConnection}.
 */
abstract class LinkSession implements Link {
    /** More is not kept for a peer that does not take it in: the conversation ends. */
    static final long MOST_KEPT_BYTES = 64 << 20;

    /** Pings and their answers come once a second. */
    private static final long SILENCE_NANOS = 2_000_000_000;

    /** What a message takes beside its bytes, so that small ones are bounded too. */
    private static final int OVERHEAD_BYTES = 64;

    /** Hears what is said before a listener is there: nothing. */
    private static final LinkListener NO_LISTENER = new LinkListener() {
        @Override
        public void received(Message message) {}

        @Override
        public void closed(String reason) {}
    };

    private final Deque<byte[]> kept = new ArrayDeque<>();
    private final OffsetEstimator clockOffsets = new OffsetEstimator();
    private final long mostKeptBytes;
    private volatile LinkListener listener = NO_LISTENER;
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

    LinkSession(long mostKeptBytes) {
        this.mostKeptBytes = mostKeptBytes;
    }

    /** A connection stands. On the network thread, like all that connections tell. */
    abstract void connected(LinkHandler opened);

    /**
     * A connection is gone.
     *
     * @param silence for how long nothing was heard of the peer when it was given up
     */
    abstract void disconnected(LinkHandler gone, String reason, Duration silence);

    /** Takes a message that belongs to a connection, but for those that tell time. */
    abstract void control(LinkHandler from, Message message);

    /** Looks at a message before it is sent. Under the lock. */
    abstract void sending(Message message);

    /** Looks at a message before the listener hears it. Under the lock. */
    abstract void hearing(LinkHandler from, Message message);

    /** From now on this hears what the peer says. */
    final void listen(LinkListener hearing) {
        listener = hearing;
    }

    /** It goes on over this connection from now on; nothing has been said over it yet. */
    final synchronized void attach(LinkHandler opened) {
        connection = opened;
        peer = opened.peer();
        inProcess = opened.isInProcess();
    }

    /**
     * The same from where the peer has heard us, and what it has not heard is sent again.
     *
     * @param first what is said before; the rest is sent without a pause in which another message could come between
     * @param heard so many messages has the peer heard
     * @return whether that can be
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

    /** Returns whether it went on over that connection, which it does no longer then. */
    final synchronized boolean detach(LinkHandler gone) {
        if (connection != gone) {
            return false;
        }
        connection = null;
        return true;
    }

    /** Over which it goes on now; null while there is none. */
    final synchronized @Nullable LinkHandler connection() {
        return connection;
    }

    /** Takes in a message of the peer; from a connection that it has left, nothing. */
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

    /** The peer has heard so many messages. */
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

    /** Something of the peer arrived. On the network thread. */
    final void heardAt(long nanos) {
        if (lastHeardNanos > 0 && nanos - lastHeardNanos >= SILENCE_NANOS) {
            silenceBeginNanos = silentSinceNanos(nanos);
            silenceEndNanos = nanos;
        }
        lastHeardNanos = nanos;
    }

    @Override
    public final long silentSinceNanos(long nowNanos) {
        long heard = lastHeardNanos;
        // What had arrived before this process went on is read at once then: that ends no silence.
        boolean goesOn = heard - silenceEndNanos < SILENCE_NANOS;
        return nowNanos - heard < SILENCE_NANOS || goesOn ? silenceBeginNanos : heard;
    }

    /** So many messages have been heard of the peer. */
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

    /** Whether something was said that the peer may not have heard. */
    final synchronized boolean keepsSomething() {
        return !kept.isEmpty();
    }

    @Override
    public final void send(Message message) {
        byte[] frame = MessageCodec.SHARED.encode(message);
        synchronized (this) {
            if (closing || over) {
                return;
            }
            boolean fits = kept.isEmpty() || keptBytes + frame.length + OVERHEAD_BYTES <= mostKeptBytes;
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
        end("the other end has not taken in " + mostKeptBytes + " bytes of messages");
    }

    /** Hears what the peer says. */
    final LinkListener listener() {
        return listener;
    }

    /** It is over for good; the listener hears why. */
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

    @Override
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

    @Override
    public final synchronized String peer() {
        return peer;
    }

    @Override
    public final ClockEstimate clock() {
        return isInProcess() ? ClockEstimate.SAME : clockOffsets.estimate();
    }

    @Override
    public final ClockOffset clockAt(long nanos) {
        return isInProcess() ? ClockOffset.NONE : clockOffsets.at(nanos);
    }

    @Override
    public final void refreshClock(int exchanges) {
        LinkHandler open = connection();
        if (open != null && !isInProcess()) {
            open.refreshClock(exchanges);
        }
    }

    /** Both ends in one process read one clock. */
    private synchronized boolean isInProcess() {
        return inProcess;
    }
}
