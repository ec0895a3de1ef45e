package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.PendingConnections.Limits;
import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.WireException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens for the coordinators of a worker. Any thread. */
public final class WireServer implements AutoCloseable {
    /** A coordinator that is silent for this time is given up. */
    public static final Duration COORDINATOR_SILENCE = Duration.ofSeconds(30);

    /** A coordinator pings every second; a connection over which nothing arrives for this time is closed. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);

    private final EventLoopGroup eventLoop;
    private final Channel channel;
    private final ChannelGroup links;
    private final ServerSessions sessions;

    private WireServer(EventLoopGroup eventLoop, Channel channel, ChannelGroup links, ServerSessions sessions) {
        this.eventLoop = eventLoop;
        this.channel = channel;
        this.links = links;
        this.sessions = sessions;
    }

    /** Listens in plain text; a coordinator that is silent for {@link #COORDINATOR_SILENCE} is given up. */
    public static WireServer bind(SocketAddress address, Clock clock, Function<Link, LinkListener> listeners) {
        return bind(address, ChannelSecurity.NONE, clock, COORDINATOR_SILENCE, listeners);
    }

    /**
     * Listens at an address.
     *
     * @param security of each connection; ignored inside this process
     * @param coordinatorSilence a coordinator that is silent for this time is given up
     * @param listeners creates the listener of each new connection, on the network thread
     * @throws WireException if the address cannot be bound
     */
    public static WireServer bind(
            SocketAddress address,
            ChannelSecurity security,
            Clock clock,
            Duration coordinatorSilence,
            Function<Link, LinkListener> listeners) {
        var log = new RejectedConnectionLog(LOG, RejectedConnectionLog.WINDOW);
        return bind(address, security, Limits.USUAL, log, clock, coordinatorSilence, listeners);
    }

    static WireServer bind(
            SocketAddress address,
            ChannelSecurity security,
            Limits limits,
            RejectedConnectionLog log,
            Clock clock,
            Duration coordinatorSilence,
            Function<Link, LinkListener> listeners) {
        var sessions = new ServerSessions(coordinatorSilence, log);
        Duration silenceLimit = coordinatorSilence.compareTo(SILENCE_LIMIT) < 0 ? coordinatorSilence : SILENCE_LIMIT;
        Transport transport = Transport.of(address);
        var reception = new PendingConnections(limits, clock, transport == Transport.TCP && security.isTls(), log);
        EventLoopGroup eventLoop = transport.newEventLoop("worker-network");
        ChannelGroup links = newLinks();
        ChannelFuture bound = new ServerBootstrap()
                .group(eventLoop)
                .channel(transport.serverChannel)
                .childHandler(new LinkInitializer(
                                links,
                                clock,
                                false,
                                silenceLimit,
                                new Standstills(),
                                channel -> transport == Transport.TCP
                                        ? security.accepting(channel.alloc())
                                        : Optional.empty(),
                                reception::enter,
                                () -> new ServerSession(sessions, listeners))
                        .initializer())
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            shutDown(eventLoop, links);
            throw new WireException(
                    "cannot listen on " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        return new WireServer(eventLoop, bound.channel(), links, sessions);
    }

    /** Listens inside this process only, under a name that is used once. */
    public static WireServer bindInProcess(Clock clock, Function<Link, LinkListener> listeners) {
        return bind(new LocalAddress("weir-" + UUID.randomUUID()), clock, listeners);
    }

    public SocketAddress address() {
        return channel.localAddress();
    }

    @Override
    public void close() {
        sessions.closed().set(true);
        channel.close().awaitUninterruptibly();
        shutDown(eventLoop, links);
    }

    static ChannelGroup newLinks() {
        return new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
    }

    /**
     * Closes connections first, because an event loop that ends does not always close them, and the peer would wait for
     * its silence limit.
     */
    static void shutDown(EventLoopGroup eventLoop, ChannelGroup links) {
        links.close().awaitUninterruptibly(2, TimeUnit.SECONDS);
        eventLoop.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    /**
     * Sessions of one worker, for coordinators that come back. Any thread.
     *
     * @param byRun sessions by the ids of their runs
     * @param closed whether sessions no longer wait for coordinators
     */
    record ServerSessions(
            Duration silenceLimit, RejectedConnectionLog log, Map<String, ServerSession> byRun, AtomicBoolean closed) {
        ServerSessions(Duration silenceLimit, RejectedConnectionLog log) {
            this(silenceLimit, log, new ConcurrentHashMap<>(), new AtomicBoolean());
        }
    }

    /**
     * Transport of frames: TCP, or memory inside a process. The handlers above are the same. So a local run uses the
     * code of a distributed one, but opens no port that another user of the host could reach.
     */
    enum Transport {
        TCP(NioServerSocketChannel.class, NioSocketChannel.class),
        IN_PROCESS(LocalServerChannel.class, LocalChannel.class);

        final Class<? extends ServerChannel> serverChannel;
        final Class<? extends Channel> clientChannel;

        Transport(Class<? extends ServerChannel> serverChannel, Class<? extends Channel> clientChannel) {
            this.serverChannel = serverChannel;
            this.clientChannel = clientChannel;
        }

        static Transport of(SocketAddress address) {
            return address instanceof LocalAddress ? IN_PROCESS : TCP;
        }

        EventLoopGroup newEventLoop(String threadName) {
            IoHandlerFactory ioHandlers = switch (this) {
                case TCP -> NioIoHandler.newFactory();
                case IN_PROCESS -> LocalIoHandler.newFactory();
            };
            return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName, true), ioHandlers);
        }
    }
}
