package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.LinkInitializer.HandshakeListener;
import dev.weir.wire.WireServer.Transport;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.WireException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A coordinator's connections to its workers, with one network thread for all of them. Any thread. */
public final class WireClient implements AutoCloseable {
    /** A worker answers pings at once, so one that is silent for this time is unreachable. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);

    private static final Duration RECONNECT_LIMIT = Duration.ofSeconds(15);

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;
    private static final long LEAVE_MILLIS = 1000;

    /** Limit for the handshake and a first answer. */
    private static final Duration OPEN_LIMIT = ChannelSecurity.HANDSHAKE_LIMIT.plus(SilenceWatch.FIRST_MESSAGE_LIMIT);

    private static final int CLOSE_SECONDS = 2;
    private static final int BROKER_LIMIT_MILLIS = 1000;

    /** Kafka's request for the versions of requests, which brokers answer before a login. */
    private static final short API_VERSIONS = 18;

    private static final int API_VERSIONS_BYTES = 10;
    private static final int CORRELATION = 0x57656972;

    private final Clock clock;
    private final ChannelGroup links = WireServer.newLinks();
    private final Map<Transport, EventLoopGroup> eventLoops = new EnumMap<>(Transport.class);
    private final List<ClientSession> sessions = new CopyOnWriteArrayList<>();
    private final Standstills standstills = new Standstills();
    private final Duration silenceLimit;
    private final Duration reconnectLimit;

    public WireClient(Clock clock) {
        this(clock, SILENCE_LIMIT, RECONNECT_LIMIT);
    }

    public WireClient(Clock clock, Duration silenceLimit, Duration reconnectLimit) {
        this.clock = clock;
        this.silenceLimit = silenceLimit;
        this.reconnectLimit = reconnectLimit;
    }

    /**
     * Connects within at most 5 s; with TLS, its handshake and a first answer may take additional time. If the
     * connection breaks later, after a {@link Message.Welcome}, it is restored. Connections inside this process are
     * plain text.
     *
     * @throws WireException if no process listens there, or with {@link WireException#isRefusal} if the two ends do not
     *     trust each other
     */
    public void connect(SocketAddress address, ChannelSecurity security, Function<Link, LinkListener> listeners) {
        var opening = new OpeningWait();
        var session = new ClientSession(
                again -> dial(address, security, again, new HandshakeListener() {}), listeners, reconnectLimit);
        sessions.removeIf(ClientSession::isOver);
        sessions.add(session);
        ChannelFuture connected = dial(address, security, session, opening).awaitUninterruptibly();
        if (!connected.isSuccess()) {
            throw new WireException(String.valueOf(connected.cause().getMessage()), connected.cause());
        }
        Optional<WireException> refusal = opening.refusal();
        if (refusal.isPresent()) {
            connected.channel().close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
            throw refusal.get();
        }
    }

    /**
     * Returns what listens at an address that closes our connections, if it is known: people name a broker's address as a
     * worker's. Waits two seconds at most.
     */
    public static Optional<String> strangerAt(SocketAddress address) {
        if (!(address instanceof InetSocketAddress)) {
            return Optional.empty();
        }
        try (var socket = new Socket()) {
            socket.connect(address, BROKER_LIMIT_MILLIS);
            socket.setSoTimeout(BROKER_LIMIT_MILLIS);
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(API_VERSIONS_BYTES);
            out.writeShort(API_VERSIONS);
            out.writeShort(0);
            out.writeInt(CORRELATION);
            // No client id.
            out.writeShort(-1);
            out.flush();
            var in = new DataInputStream(socket.getInputStream());
            return in.readInt() > 0 && in.readInt() == CORRELATION
                    ? Optional.of(
                            "a broker of Kafka or Redpanda listens there, and no worker: name the address at which"
                                    + " bin/benchmark-worker listens")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static final class OpeningWait implements HandshakeListener {
        private final CompletableFuture<Optional<WireException>> refusal = new CompletableFuture<>();

        @Override
        public void opened() {
            refusal.complete(Optional.empty());
        }

        @Override
        public void closed(String reason, boolean passing) {
            refusal.complete(Optional.of(WireException.refusal(reason, passing)));
        }

        /** Returns why the connection was not opened; empty if it was. */
        Optional<WireException> refusal() {
            String late = "it has not answered within " + OPEN_LIMIT.toSeconds() + " s";
            Optional<WireException> timeout = Optional.of(WireException.refusal(late, false));
            return refusal.completeOnTimeout(timeout, OPEN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    public Standstills standstills() {
        return standstills;
    }

    private ChannelFuture dial(
            SocketAddress address, ChannelSecurity security, ClientSession session, HandshakeListener opening) {
        Transport transport = Transport.of(address);
        EventLoopGroup eventLoop;
        synchronized (eventLoops) {
            eventLoop = eventLoops.computeIfAbsent(transport, t -> t.newEventLoop("coordinator-network"));
        }
        return new Bootstrap()
                .group(eventLoop)
                .channel(transport.clientChannel)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new LinkInitializer(
                                links,
                                clock,
                                true,
                                silenceLimit,
                                standstills,
                                channel -> security.reaching(address, channel.alloc()),
                                channel -> Optional.of(opening),
                                () -> session)
                        .initializer())
                .connect(address);
    }

    /** Tells workers that the coordinator leaves for good, and closes. */
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
