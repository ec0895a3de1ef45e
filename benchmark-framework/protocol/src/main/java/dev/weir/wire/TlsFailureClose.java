package dev.weir.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/**
 * Lets the other end read why a TLS handshake failed. With TLS 1.3 it may have sent messages by then. If a socket is
 * closed with unread bytes, it is reset, and the reason is lost. So only our direction is closed first.
 */
final class TlsFailureClose extends ChannelOutboundHandlerAdapter {
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
            var unusedLater = context.executor().schedule(() -> closeNow(context), LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static void closeNow(ChannelHandlerContext context) {
        var unused = context.close();
    }
}
