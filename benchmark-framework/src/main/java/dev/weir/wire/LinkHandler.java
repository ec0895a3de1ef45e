package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.TlsRole;
import dev.weir.wire.tls.TlsWords;
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
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection: frames to messages, liveness, and the clock offset; what is said belongs to a {@link LinkSession}.
 * Pings are answered here, on the network thread, so that neither a busy worker nor a slow command blurs the four time
 * stamps.
 */
final class LinkHandler extends SimpleChannelInboundHandler<ByteBuf> {
    /** When the offset has to be known soon, pings follow closely: the best of so many gives it. */
    private static final int BURST_PINGS = 20;

    private static final long BURST_INTERVAL_MILLIS = 3;
    private static final long PING_INTERVAL_MILLIS = 1000;

    /** What the peer puts into a reason must not fill the log. */
    private static final int MOST_REASON_LENGTH = 400;

    private static final String PLAIN_TO_TLS =
            "this worker demands TLS: name --tls-cert, --tls-key and --tls-ca to bin/benchmark, too";

    private static final String TLS_TO_PLAIN = "this worker was started without TLS: name --tls-cert, --tls-key and"
            + " --tls-ca to bin/benchmark-worker, too";

    private final Channel channel;
    private final LinkPipeline kind;
    private final Clock clock;
    private final boolean pings;
    private final boolean tls;
    private final FrameDecoder frames;
    private final HandshakeListener opening;
    private LinkSession session;
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
            LinkPipeline kind,
            boolean tls,
            FrameDecoder frames,
            HandshakeListener opening,
            LinkSession session) {
        this.channel = channel;
        this.kind = kind;
        this.clock = kind.clock();
        this.pings = kind.pings();
        this.tls = tls;
        this.frames = frames;
        this.opening = opening;
        this.session = session;
    }

    /** From now on what is said over it belongs to another session. */
    void belongsTo(LinkSession other) {
        session = other;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!tls) {
            open();
            begin();
        }
    }

    /**
     * The other end has proved who it is. With TLS 1.3 that says nothing about whether we have: only its first frame does, so
     * the connection is open then.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                peerName = provenName(context.pipeline().get(SslHandler.class));
                opening.secured();
                begin();
            } else {
                fail(handshake.cause());
                if (!pings && handshake.cause() instanceof NotSslRecordException) {
                    tellInPlainText(PLAIN_TO_TLS);
                }
            }
        }
        super.userEventTriggered(context, event);
    }

    /** Who the other end has proved to be. */
    private static String provenName(SslHandler tls) {
        try {
            return tls.engine().getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a handshake succeeded without a certificate of the peer", e);
        }
    }

    private void begin() {
        if (pings) {
            ping();
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
        long receivedNanos = clock.epochNanos();
        if (!heard) {
            heard = true;
            context.pipeline().get(SilenceWatch.class).limit(kind.silenceLimit());
        }
        session.heardAt(receivedNanos);
        Message message = MessageCodec.SHARED.decode(ByteBufUtil.getBytes(frame));
        open();
        if (message instanceof Message.Ping ping) {
            write(new Message.Pong(ping.sentNanos(), receivedNanos, clock.epochNanos()));
            tellReceived();
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
        if (!(cause instanceof FrameDecoder.PeerSpeaksTlsException) || pings) {
            var unused = context.close();
        } else if (first) {
            tellInPlainText(TLS_TO_PLAIN);
            finish();
        }
    }

    /** The first failure is the one that says why: others follow from it. */
    private void fail(Throwable cause) {
        if (!failed) {
            failed = true;
            closeReason = reason(cause);
            passing = TlsWords.isPassing(cause);
        }
    }

    /** To a peer that cannot decode our messages, but reads this, or finds that it is not TLS. Goes below all handlers. */
    private void tellInPlainText(String refusal) {
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

    /** Sends an encoded message, which is not changed afterwards. */
    void write(byte[] frame) {
        if (finishing || !channel.isActive()) {
            return;
        }
        channel.writeAndFlush(Unpooled.wrappedBuffer(frame)).addListener((ChannelFuture sent) -> {
            // A peer that has closed may have said why: its last words are still read, and then closed() tells, or the
            // silence does. An exception would close this end at once.
            if (!sent.isSuccess() && !(sent.cause() instanceof IOException)) {
                channel.pipeline().fireExceptionCaught(sent.cause());
            }
        });
    }

    /** From now on the peer's frames may be large: both ends are welcome to each other. Any thread. */
    void allowLargeFrames() {
        frames.allowLargeFrames();
    }

    /** Tells the peer how much of what it said has been heard, unless it knows. On the network thread. */
    void tellReceived() {
        long received = session.received();
        if (received != receivedTold) {
            receivedTold = received;
            write(new Message.Received(received));
        }
    }

    String peer() {
        String address = PeerAddress.text(channel.remoteAddress());
        return peerName.isEmpty() ? address : address + " (" + peerName + ")";
    }

    void noteRefusal(RejectedConnectionLog log, String reason) {
        log.note(channel.eventLoop(), PeerAddress.host(channel), RejectedConnectionLog.Kind.REFUSED, peer(), reason);
    }

    EventLoop eventLoop() {
        return channel.eventLoop();
    }

    void refreshClock(int exchanges) {
        if (pings && !channel.eventLoop().isShuttingDown()) {
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
     * A socket that is closed while the peer still sends is reset, and what the peer had not read yet is lost: our last
     * words. So first only our direction ends; the peer, which closes then, ends the other one.
     */
    void finish() {
        finishing = true;
        // Enters below the prepender: with a length before it, nothing would be a frame, and the peer's last words "no
        // content".
        ChannelHandlerContext socketSide = channel.pipeline().firstContext();
        if (socketSide != null) {
            socketSide.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> endOurDirection());
        }
    }

    /**
     * The peer closes then, or has its time for it. A connection inside a process has no directions: closed at once, it would
     * drop what the peer has not read yet, and a run's last figures with it.
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

    /** Without a word. */
    void closeNow() {
        var unused = channel.close();
    }

    private void ping() {
        if (!channel.isActive()) {
            return;
        }
        write(new Message.Ping(clock.epochNanos()));
        tellReceived();
        burstPings--;
        long interval = burstPings > 0 ? BURST_INTERVAL_MILLIS : PING_INTERVAL_MILLIS;
        nextPing = channel.eventLoop().schedule(this::ping, interval, TimeUnit.MILLISECONDS);
    }

    private String reason(Throwable cause) {
        Throwable root = cause.getCause() instanceof IOException inner ? inner : cause;
        if (root instanceof ReadTimeoutException) {
            silence = heard ? kind.silenceLimit() : SilenceWatch.FIRST_WORD_LIMIT;
            return "nothing was heard for " + silence.toMillis() + " ms";
        }
        if (root instanceof FrameDecoder.PeerSpeaksTlsException) {
            return TlsWords.PREFIX + "it speaks TLS, and " + (pings ? "we do not: " + PLAIN_TO_TLS : TLS_TO_PLAIN);
        }
        if (root instanceof TooLongFrameException || root instanceof WireException) {
            return String.valueOf(root.getMessage());
        }
        String text = Optional.of(cause)
                .filter(failure -> tls)
                .flatMap(failure -> TlsWords.of(failure, pings ? TlsRole.COORDINATOR : TlsRole.WORKER))
                .orElseGet(() -> root.getClass().getSimpleName() + ": " + root.getMessage())
                .replaceAll("\\p{Cntrl}+", " ");
        return text.length() > MOST_REASON_LENGTH ? text.substring(0, MOST_REASON_LENGTH) + "..." : text;
    }
}
