package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.wire.message.Message;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.SslHandler;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Handlers between the bytes of a connection and its {@link Link}, for connections of one kind; the same at both ends.
 *
 * @param links group that each connection joins, to be closed with the others
 * @param pings whether this end sends pings for liveness and clock offset
 * @param silenceLimit a connection over which nothing arrives for this time after a first message is closed
 * @param security creates the TLS handler of a connection; empty for plain text
 * @param openings creates the listener for the begin of a connection; empty if it closes the connection itself
 */
record LinkInitializer(
        ChannelGroup links,
        Clock clock,
        boolean pings,
        Duration silenceLimit,
        Standstills standstills,
        Function<Channel, Optional<SslHandler>> security,
        Function<Channel, Optional<HandshakeListener>> openings,
        Supplier<? extends Link> sessions) {

    ChannelInitializer<Channel> initializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                links.add(channel);
                openings.apply(channel).ifPresent(opening -> fill(channel, opening));
            }
        };
    }

    private void fill(Channel channel, HandshakeListener opening) {
        var pipeline = channel.pipeline();
        Optional<SslHandler> tls = security.apply(channel);
        tls.ifPresent(handler -> pipeline.addLast(new TlsFailureClose(handler), handler));
        var frames = new FrameDecoder();
        // Detects the first bytes of a connection, below TLS and frames.
        var firstBytes = new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
                opening.receivedFirstBytes();
                context.fireChannelRead(bytes);
                context.pipeline().remove(this);
            }
        };
        pipeline.addFirst(firstBytes)
                .addLast(new SilenceWatch(SilenceWatch.FIRST_MESSAGE_LIMIT, clock, standstills))
                .addLast(frames)
                .addLast(new LengthFieldPrepender(FrameDecoder.LENGTH_BYTES))
                .addLast(new LinkHandler(channel, this, tls.isPresent(), frames, opening, sessions.get()));
    }

    /** Receives the progress of a new connection. Called on the network thread. */
    interface HandshakeListener {

        /** Called when the other end has sent its first bytes. */
        default void receivedFirstBytes() {}

        /** Called when the other end has proved its identity, with TLS. */
        default void secured() {}

        /** Called when messages can be sent: with TLS, both ends have accepted each other. */
        default void opened() {}

        /** Called when the other end has sent a message other than a ping. */
        default void greeted() {}

        /** Called last, when the connection is closed; {@code passing} if another connection may succeed. */
        default void closed(String reason, boolean passing) {}
    }

    /**
     * Lets the other end read why a TLS handshake failed. With TLS 1.3 it may have sent messages by then. If a socket is
     * closed with unread bytes, it is reset, and the reason is lost. So only our direction is closed first.
     */
    static final class TlsFailureClose extends ChannelOutboundHandlerAdapter {
        /** Time for the peer to close its direction. */
        static final long LIMIT_MILLIS = 2000;

        private final SslHandler tls;
        private boolean closing;

        TlsFailureClose(SslHandler tls) {
            this.tls = tls;
        }

        @Override
        public void close(ChannelHandlerContext context, ChannelPromise promise) {
            boolean failed =
                    tls.handshakeFuture().isDone() && !tls.handshakeFuture().isSuccess();
            if (!failed || !(context.channel() instanceof DuplexChannel channel)) {
                var unused = context.close(promise);
                return;
            }
            var unusedClosed = channel.closeFuture().addListener(closed -> promise.trySuccess());
            if (!closing) {
                closing = true;
                var unusedNow = channel.shutdownOutput();
                var unusedLater =
                        context.executor().schedule(() -> closeNow(context), LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private static void closeNow(ChannelHandlerContext context) {
            var unused = context.close();
        }
    }

    /**
     * Splits bytes into frames, each of which begins with its length. It checks a length before it allocates memory,
     * and accepts only small frames until both ends have accepted each other.
     */
    static final class FrameDecoder extends LengthFieldBasedFrameDecoder {
        static final int LENGTH_BYTES = 4;

        /** The largest frames are snapshots of thousands of producers. */
        static final int MAX_BYTES = 64 << 20;

        /** {@link Message.Hello} has about a hundred bytes, {@link Message.Welcome} about a thousand. */
        static final int MAX_FIRST_BYTES = 64 << 10;

        /** First bytes of a TLS record: an alert or a handshake, with major version 3. */
        private static final int TLS_ALERT = 0x1503;

        private static final int TLS_HANDSHAKE = 0x1603;

        private volatile int limit = MAX_FIRST_BYTES;

        FrameDecoder() {
            super(MAX_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
        }

        /** Allows large frames from now on. Any thread. */
        void allowLargeFrames() {
            limit = MAX_BYTES;
        }

        /** @throws TooLongFrameException stating what else the bytes may be */
        @Override
        protected long getUnadjustedFrameLength(ByteBuf buffer, int offset, int length, ByteOrder order) {
            long bytes = super.getUnadjustedFrameLength(buffer, offset, length, order);
            if (bytes <= limit) {
                return bytes;
            }
            int first = (int) (bytes >>> 16);
            if (first == TLS_ALERT || first == TLS_HANDSHAKE) {
                throw new PeerSpeaksTlsException();
            }
            throw new TooLongFrameException("a frame of " + bytes + " bytes was announced, and at most " + limit
                    + " are taken" + (limit < MAX_BYTES ? " from a peer that has not been accepted" : "") + ": another "
                    + "program may use this address");
        }

        /** The peer sends TLS where plain text is expected. */
        static final class PeerSpeaksTlsException extends TooLongFrameException {
            private static final long serialVersionUID = 1L;
        }
    }
}
