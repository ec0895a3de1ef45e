package dev.weir.wire;

import dev.weir.wire.LinkInitializer.FrameDecoder;
import dev.weir.wire.LinkInitializer.HandshakeListener;
import dev.weir.wire.LinkInitializer.TlsFailureClose;
import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.TlsFailureText;
import dev.weir.wire.tls.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection: decodes frames to messages, checks liveness, and measures the clock offset. The messages
 * belong to a {@link Link}. Pings are answered here, on the network thread, so that neither a busy worker nor a
 * slow command affects the four time stamps.
 */
final class LinkHandler extends SimpleChannelInboundHandler<ByteBuf> {
    /** Number of pings in quick succession when the offset has to be known soon; the best one gives it. */
    private static final int BURST_PINGS = 20;

    private static final long BURST_INTERVAL_MILLIS = 3;
    private static final long PING_INTERVAL_MILLIS = 1000;

    /** Limits what the peer's text adds to the log. */
    private static final int MAX_REASON_LENGTH = 400;

    private static final String PLAIN_TO_TLS =
            "this worker demands TLS: name --tls-cert, --tls-key and --tls-ca to bin/benchmark, too";

    private static final String TLS_TO_PLAIN = "this worker was started without TLS: name --tls-cert, --tls-key and"
            + " --tls-ca to bin/benchmark-worker, too";

    private final Channel channel;
    private final LinkInitializer kind;
    private final boolean tls;
    private final FrameDecoder frames;
    private final HandshakeListener opening;
    private Link session;
    private volatile boolean finishing;
    private long receivedTold;
    private int burstPings = BURST_PINGS;
    private @Nullable Future<?> nextPing;
    private boolean heard;
    private boolean failed;
    private boolean passing = true;
    private String closeReason = "the connection was closed by the peer";
    private volatile String peerName = "";
    private Duration silence = Duration.ZERO;
    private boolean open;

    LinkHandler(
            Channel channel,
            LinkInitializer kind,
            boolean tls,
            FrameDecoder frames,
            HandshakeListener opening,
            Link session) {
        this.channel = channel;
        this.kind = kind;
        this.tls = tls;
        this.frames = frames;
        this.opening = opening;
        this.session = session;
    }

    void belongsTo(Link other) {
        session = other;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!tls) {
            open();
            ping();
        }
    }

    /**
     * Handles the end of the TLS handshake, in which the other end has proved its identity. With TLS 1.3, only its
     * first frame shows that it has accepted ours, so the connection counts as open then.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                peerName = provenName(context.pipeline().get(SslHandler.class));
                opening.secured();
                ping();
            } else {
                fail(handshake.cause());
                if (!kind.pings() && handshake.cause() instanceof NotSslRecordException) {
                    sendPlainText(PLAIN_TO_TLS);
                }
            }
        }
        super.userEventTriggered(context, event);
    }

    private static String provenName(SslHandler tls) {
        try {
            return tls.engine().getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a handshake succeeded without a certificate of the peer", e);
        }
    }

    private void open() {
        if (!open) {
            open = true;
            session.connected(this);
            opening.opened();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws IOException {
        long receivedNanos = kind.clock().epochNanos();
        if (!heard) {
            heard = true;
            context.pipeline().get(SilenceWatch.class).limit(kind.silenceLimit());
        }
        session.heardAt(receivedNanos);
        Message message = MessageCodec.SHARED.decode(ByteBufUtil.getBytes(frame));
        open();
        if (message instanceof Message.Ping ping) {
            write(new Message.Pong(ping.sentNanos(), receivedNanos, kind.clock().epochNanos()));
            sendReceived();
        } else if (message instanceof Message.Pong pong) {
            session.clockOffsets().add(pong.pingSentNanos(), pong.pingReceivedNanos(), pong.sentNanos(), receivedNanos);
        } else if (message instanceof Message.Received heardOfUs) {
            session.acknowledged(this, heardOfUs.messages());
        } else {
            opening.greeted();
            session.heard(this, message);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        boolean first = !failed;
        fail(cause);
        if (!(cause instanceof FrameDecoder.PeerSpeaksTlsException) || kind.pings()) {
            var unused = context.close();
        } else if (first) {
            sendPlainText(TLS_TO_PLAIN);
            finish();
        }
    }

    /** Fails the connection. The first failure is kept as the reason, because later ones follow from it. */
    private void fail(Throwable cause) {
        if (!failed) {
            failed = true;
            closeReason = reason(cause);
            passing = TlsFailureText.isPassing(cause);
        }
    }

    /**
     * Sends a reason in plain text, below all handlers: to a peer that cannot decode our messages, or expects something
     * other than TLS.
     */
    private void sendPlainText(String refusal) {
        byte[] bytes = MessageCodec.SHARED.encode(new Message.Refused(refusal));
        ChannelHandlerContext socketSide = channel.pipeline().firstContext();
        if (socketSide != null) {
            var unused = socketSide.writeAndFlush(
                    Unpooled.buffer().writeInt(bytes.length).writeBytes(bytes));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        session.disconnected(this, closeReason, silence);
        opening.closed(closeReason, passing);
    }

    void write(Message message) {
        write(MessageCodec.SHARED.encode(message));
    }

    /** Sends an encoded message, which must not change afterwards. */
    void write(byte[] frame) {
        if (finishing || !channel.isActive()) {
            return;
        }
        channel.writeAndFlush(Unpooled.wrappedBuffer(frame)).addListener((ChannelFuture sent) -> {
            // A peer that has closed may have sent the reason, which is still read: then closed() or the silence limit
            // ends the connection. An exception would close this end at once.
            if (!sent.isSuccess() && !(sent.cause() instanceof IOException)) {
                channel.pipeline().fireExceptionCaught(sent.cause());
            }
        });
    }

    /** Allows large frames of the peer from now on, because both ends have accepted each other. Any thread. */
    void allowLargeFrames() {
        frames.allowLargeFrames();
    }

    /** Tells the peer how many of its messages have arrived, unless it knows. On the network thread. */
    void sendReceived() {
        long received = session.received();
        if (received != receivedTold) {
            receivedTold = received;
            write(new Message.Received(received));
        }
    }

    /** Returns a peer's address with port, without the slash that {@link InetSocketAddress} writes before it. */
    static String address(Channel channel) {
        return String.valueOf(channel.remoteAddress()).replaceFirst("^/", "");
    }

    static String host(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : "this process";
    }

    String peer() {
        String address = address(channel);
        return peerName.isEmpty() ? address : address + " (" + peerName + ")";
    }

    void noteRefusal(RejectedConnectionLog log, String reason) {
        log.note(channel.eventLoop(), host(channel), RejectedConnectionLog.Kind.REFUSED, peer(), reason);
    }

    EventLoop eventLoop() {
        return channel.eventLoop();
    }

    void refreshClock(int exchanges) {
        if (kind.pings() && !channel.eventLoop().isShuttingDown()) {
            channel.eventLoop().execute(() -> {
                burstPings = exchanges;
                if (nextPing != null) {
                    nextPing.cancel(false);
                }
                ping();
            });
        }
    }

    boolean isInProcess() {
        return channel instanceof LocalChannel;
    }

    /**
     * Closes only our direction first. If a socket is closed while the peer still sends, it is reset, and the peer may
     * lose our last message. The peer then closes the other direction.
     */
    void finish() {
        finishing = true;
        // Below the handler that prepends lengths: an empty buffer with a length would be a frame without content.
        ChannelHandlerContext socketSide = channel.pipeline().firstContext();
        if (socketSide != null) {
            socketSide.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> endOurDirection());
        }
    }

    /**
     * Ends our direction, after which the peer closes or a time limit ends the connection. A connection inside a
     * process has no directions: closing it at once would drop what the peer has not read yet, such as a run's last
     * figures.
     */
    private void endOurDirection() {
        if (!channel.isActive() || channel.eventLoop().isShuttingDown()) {
            closeNow();
            return;
        }
        if (channel instanceof DuplexChannel duplex) {
            var unusedNow = duplex.shutdownOutput();
        }
        var unusedLater =
                channel.eventLoop().schedule(this::closeNow, TlsFailureClose.LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Closes at once, without sending a reason. */
    void closeNow() {
        var unused = channel.close();
    }

    private void ping() {
        if (!kind.pings() || !channel.isActive()) {
            return;
        }
        write(new Message.Ping(kind.clock().epochNanos()));
        sendReceived();
        burstPings--;
        long interval = burstPings > 0 ? BURST_INTERVAL_MILLIS : PING_INTERVAL_MILLIS;
        nextPing = channel.eventLoop().schedule(this::ping, interval, TimeUnit.MILLISECONDS);
    }

    private String reason(Throwable cause) {
        Throwable root = cause.getCause() instanceof IOException inner ? inner : cause;
        if (root instanceof ReadTimeoutException) {
            silence = heard ? kind.silenceLimit() : SilenceWatch.FIRST_MESSAGE_LIMIT;
            return "nothing was heard for " + silence.toMillis() + " ms";
        }
        if (root instanceof FrameDecoder.PeerSpeaksTlsException) {
            return TlsFailureText.PREFIX + "it speaks TLS, and "
                    + (kind.pings() ? "we do not: " + PLAIN_TO_TLS : TLS_TO_PLAIN);
        }
        if (root instanceof TooLongFrameException || root instanceof WireException) {
            return String.valueOf(root.getMessage());
        }
        String text = Optional.of(cause)
                .filter(failure -> tls)
                .flatMap(failure -> TlsFailureText.of(failure, kind.pings() ? TlsRole.COORDINATOR : TlsRole.WORKER))
                .orElseGet(() -> root.getClass().getSimpleName() + ": " + root.getMessage())
                .replaceAll("\\p{Cntrl}+", " ");
        return text.length() > MAX_REASON_LENGTH ? text.substring(0, MAX_REASON_LENGTH) + "..." : text;
    }
}
