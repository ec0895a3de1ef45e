package dev.weir.wire;

import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.message.Message;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's end of a session. When its connection breaks, it connects again and asks the same process of the
 * worker to resume the session. A worker that refuses connections counts as ended; for one that cannot be reached, it
 * keeps trying for a limited time.
 */
final class ClientSession extends Link {
    /** A connection over which the worker does not resume the session within this time is replaced by another one. */
    private static final long ATTEMPT_MILLIS = 3000;

    private static final long PAUSE_MILLIS = 200;

    private final Function<ClientSession, ChannelFuture> dial;
    private final Function<Link, LinkListener> listeners;
    private final Duration reconnectLimit;

    // Guarded by the lock.
    private String runId = "";
    private String instance = "";
    private boolean heardLastWord;
    private volatile boolean peerEnded;

    // Used by the network thread.
    private @Nullable LinkHandler attempt;
    private int attempts;
    private String why = "";

    /**
     * @param dial connects, and hands the connection to the session it is given
     * @param reconnectLimit how long it tries to resume the session after a connection broke
     */
    ClientSession(
            Function<ClientSession, ChannelFuture> dial,
            Function<Link, LinkListener> listeners,
            Duration reconnectLimit) {
        this.dial = dial;
        this.listeners = listeners;
        this.reconnectLimit = reconnectLimit;
    }

    @Override
    void connected(LinkHandler opened) {
        if (!wasInterrupted()) {
            attach(opened);
            listen(listeners.apply(this));
            return;
        }
        if (isOver()) {
            opened.closeNow();
            return;
        }
        attempt = opened;
        synchronized (this) {
            opened.write(new Message.Resume(runId, instance, attempts, received()));
        }
        Runnable giveUp = () -> {
            if (attempt == opened) {
                opened.closeNow();
            }
        };
        var unused = opened.eventLoop().schedule(giveUp, ATTEMPT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    void disconnected(LinkHandler gone, String reason, Duration silence) {
        if (gone == attempt) {
            attempt = null;
            dialSoon(gone.eventLoop());
        } else if (detach(gone)) {
            if (goesOn() && !gone.eventLoop().isShuttingDown()) {
                recover(gone.eventLoop(), reason);
            } else {
                end(reason);
            }
        } else if (wasInterrupted() && attempt == null && connection() == null) {
            // The worker was reached, but TLS failed.
            dialSoon(gone.eventLoop());
        }
    }

    private synchronized boolean goesOn() {
        return !instance.isEmpty() && !heardLastWord && !isClosing();
    }

    private void recover(EventLoop eventLoop, String reason) {
        why = reason;
        String lost = reason + ", and it could not be reached again within " + reconnectLimit.toSeconds() + " s";
        interrupted(reason, reconnectLimit, eventLoop, lost);
        dial(eventLoop);
    }

    private void dialSoon(EventLoop eventLoop) {
        if (!isOver() && !eventLoop.isShuttingDown()) {
            var unused = eventLoop.schedule(() -> dial(eventLoop), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void dial(EventLoop eventLoop) {
        if (isOver() || connection() != null) {
            return;
        }
        attempts++;
        dial.apply(this).addListener((ChannelFuture dialled) -> {
            if (dialled.isSuccess()) {
                return;
            }
            if (isRefusal(dialled.cause())) {
                peerEnded = true;
                end(why + ", and no process listens there any more: its process has ended");
            } else {
                dialSoon(eventLoop);
            }
        });
    }

    private static boolean isRefusal(Throwable cause) {
        return cause instanceof ConnectException
                && !(cause instanceof ConnectTimeoutException)
                && String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("refused");
    }

    @Override
    void control(LinkHandler from, Message message) {
        if (from != attempt) {
            return;
        }
        if (message instanceof Message.Resumed resumed) {
            attempt = null;
            from.allowLargeFrames();
            if (isOver()) {
                from.closeNow();
            } else if (attach(from, null, resumed.received())) {
                listener().resumed();
            } else {
                end("it continues from message " + resumed.received() + ", which is not kept any more");
            }
        } else if (message instanceof Message.NotResumed refused) {
            attempt = null;
            peerEnded = refused.saysRestarted();
            end(why + ", and then " + refused.reason());
            from.closeNow();
        }
    }

    @Override
    public boolean hasPeerEnded() {
        return peerEnded;
    }

    @Override
    void sending(Message message) {
        if (message instanceof Message.Hello hello) {
            runId = hello.runId();
        }
    }

    @Override
    void hearing(LinkHandler from, Message message) {
        if (message instanceof Message.Welcome welcome) {
            instance = welcome.worker().instance();
            from.allowLargeFrames();
        } else if (message.mayBeLast()) {
            heardLastWord = true;
            // At once, so that the worker need not keep its last message for another connection.
            from.sendReceived();
        }
    }

    @Override
    public void close() {
        super.close();
        if (connection() == null) {
            end("it was closed");
        }
    }

    /** Tells the worker that the coordinator leaves for good; returns false if it had done so before. */
    boolean leave() {
        LinkHandler open = connection();
        boolean wasSent = open != null && goesOn();
        if (open != null && wasSent) {
            open.write(new Message.Leave());
        }
        if (wasSent || open == null) {
            close();
        }
        return wasSent;
    }
}
