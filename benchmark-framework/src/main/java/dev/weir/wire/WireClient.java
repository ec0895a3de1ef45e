package dev.weir.wire;

import dev.weir.clock.Clock;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A coordinator's connections to its workers: one network thread for all of them. Any thread. */
public final class WireClient implements AutoCloseable {
    /** A worker answers pings at once; one that says nothing for so long cannot be reached. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);

    /** For so long a lost connection is tried to be made again. */
    private static final Duration RECONNECT_LIMIT = Duration.ofSeconds(15);

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;
    private static final long LEAVE_MILLIS = 1000;

    private final Clock clock;
    private final ChannelGroup links = WireServer.newLinks();
    private final Map<Transport, EventLoopGroup> eventLoops = new EnumMap<>(Transport.class);
    private final List<ClientSession> sessions = new CopyOnWriteArrayList<>();
    private final Duration silenceLimit;
    private final Duration reconnectLimit;

    /** Without connections yet. */
    public WireClient(Clock clock) {
        this(clock, SILENCE_LIMIT, RECONNECT_LIMIT);
    }

    /** One with less patience. */
    WireClient(Clock clock, Duration silenceLimit, Duration reconnectLimit) {
        this.clock = clock;
        this.silenceLimit = silenceLimit;
        this.reconnectLimit = reconnectLimit;
    }

    /**
     * Connects, waiting at most 5 s. When the connection breaks later, after a {@link Message.Welcome}, it is made again.
     *
     * @throws WireException if nobody listens there
     */
    public void connect(SocketAddress address, Function<Link, LinkListener> listeners) {
        var session = new ClientSession(each -> dial(address, each), listeners, reconnectLimit);
        sessions.add(session);
        ChannelFuture connected = dial(address, session).awaitUninterruptibly();
        if (!connected.isSuccess()) {
            throw new WireException(String.valueOf(connected.cause().getMessage()), connected.cause());
        }
    }

    private ChannelFuture dial(SocketAddress address, ClientSession session) {
        Transport transport = Transport.of(address);
        EventLoopGroup eventLoop;
        synchronized (eventLoops) {
            eventLoop = eventLoops.computeIfAbsent(transport, t -> t.newEventLoop("coordinator-network"));
        }
        return new Bootstrap()
                .group(eventLoop)
                .channel(transport.clientChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new LinkPipeline(links, clock, true, silenceLimit, () -> session))
                .connect(address);
    }

    /** Tells workers that nobody comes back, and closes. */
    @Override
    public void close() {
        if (sessions.stream().filter(ClientSession::leave).count() > 0) {
            links.newCloseFuture().awaitUninterruptibly(LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        }
        synchronized (eventLoops) {
            eventLoops.values().forEach(eventLoop -> WireServer.shutDown(eventLoop, links));
            eventLoops.clear();
        }
    }
}
