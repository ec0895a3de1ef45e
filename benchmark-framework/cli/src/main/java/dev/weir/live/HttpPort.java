package dev.weir.live;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server for short answers to GET and HEAD, one for each connection. One thread reads requests and writes
 * answers, another one makes the answers, so that requests that wait for a long answer are not slow ones. A slow
 * request uses no thread, and its connection is closed after some seconds. Any thread.
 */
final class HttpPort implements AutoCloseable {
    /** Limit for a request to arrive, and for its answer to be read. */
    private static final int REQUEST_SECONDS = 5;

    /** Limit for the rest of what a client sends after its answer. Closing the socket earlier would reset it. */
    private static final int REST_SECONDS = 1;

    /** At the limit, the oldest connection is closed. */
    private static final int MAX_CONNECTIONS = 256;

    private static final int MAX_HEADER_BYTES = 8 << 10;
    private static final int CLOSE_SECONDS = 2;

    private final Function<Request, FullHttpResponse> handler;
    private final EventLoopGroup network =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("http", true), NioIoHandler.newFactory());
    private final EventExecutor answers = new DefaultEventExecutor(new DefaultThreadFactory("http-answers", true));
    private final Channel server;

    /** Used by the network thread. */
    private final Set<Channel> connections = new LinkedHashSet<>();

    /** Request of a client, GET or HEAD: its path without a query, and its header {@code Accept}. */
    record Request(String path, String accept) {}

    /**
     * Starts to answer. The handler is called on one thread, and returns a new response for each request, because Netty
     * releases it.
     */
    HttpPort(InetSocketAddress address, Function<Request, FullHttpResponse> handler) throws IOException {
        this.handler = handler;
        ChannelFuture bound = new ServerBootstrap()
                .group(network)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, MAX_CONNECTIONS)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpServerCodec(MAX_HEADER_BYTES, MAX_HEADER_BYTES, MAX_HEADER_BYTES),
                                        new Connection(channel));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        server = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw new IOException(bound.cause().getMessage(), bound.cause());
        }
    }

    int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    private FullHttpResponse answer(HttpRequest request) {
        Throwable wrong = request.decoderResult().cause();
        if (wrong instanceof TooLongHttpHeaderException || wrong instanceof TooLongHttpLineException) {
            return text(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the head is too long");
        }
        if (wrong != null || !request.protocolVersion().text().matches("HTTP/1\\.[01]")) {
            return text(HttpResponseStatus.BAD_REQUEST, "not an HTTP/1.1 request");
        }
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            return text(HttpResponseStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered");
        }
        try {
            return handler.apply(new Request(
                    request.uri().replaceFirst("[?#].*", ""),
                    request.headers().get(HttpHeaderNames.ACCEPT, "").strip()));
        } catch (RuntimeException e) {
            // An exception of the handler must not end the server.
            return text(HttpResponseStatus.INTERNAL_SERVER_ERROR, String.valueOf(e.getMessage()));
        }
    }

    static FullHttpResponse text(HttpResponseStatus status, String text) {
        return response(status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an answer; to a HEAD request it is sent without its body. */
    static FullHttpResponse response(HttpResponseStatus status, String contentType, byte[] body) {
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, contentType)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set(HttpHeaderNames.CONNECTION, "close");
        if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
            response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
        }
        return response;
    }

    @Override
    public void close() {
        var unused = server.close();
        answers.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        // After the last answer was written. Netty without a quiet period can end with open connections.
        network.submit(() -> {
                    for (Channel connection : List.copyOf(connections)) {
                        var unusedClose = connection.close();
                    }
                })
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        network.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    /** A request, its answer, and what the client sends after that. On the network thread. */
    private final class Connection extends SimpleChannelInboundHandler<HttpObject> {
        private final SocketChannel channel;
        private @Nullable Future<?> limit;
        private boolean answered;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (connections.size() >= MAX_CONNECTIONS) {
                var unused = connections.iterator().next().close();
            }
            connections.add(channel);
            closeAfter(REQUEST_SECONDS);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            connections.remove(channel);
            stopLimit();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (!answered && part instanceof HttpRequest request) {
                answered = true;
                stopLimit();
                answers.execute(() -> {
                    FullHttpResponse response = answer(request);
                    channel.eventLoop().execute(() -> write(response));
                });
            }
        }

        private void write(FullHttpResponse response) {
            closeAfter(REQUEST_SECONDS);
            var unused = channel.writeAndFlush(response).addListener(written -> {
                var unusedEnd = channel.shutdownOutput();
                closeAfter(REST_SECONDS);
            });
        }

        private void closeAfter(int seconds) {
            stopLimit();
            limit = channel.eventLoop().schedule(this::close, seconds, TimeUnit.SECONDS);
        }

        private void close() {
            var unused = channel.close();
        }

        private void stopLimit() {
            if (limit != null) {
                limit.cancel(false);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            close();
        }
    }
}
