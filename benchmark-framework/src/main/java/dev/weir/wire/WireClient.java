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
import java.util.Map;
import java.util.function.Function;

/** A coordinator's connections to its workers: one network thread for all of them. Any thread. */
public final class WireClient implements AutoCloseable {
    /** A worker answers pings at once; one that says nothing for so long is lost. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(5);

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    private final Clock clock;
    private final ChannelGroup links = WireServer.newLinks();
    private final Map<Transport, EventLoopGroup> eventLoops = new EnumMap<>(Transport.class);

    /** Without connections yet. */
    public WireClient(Clock clock) {
        this.clock = clock;
    }

    /**
     * Connects, waiting at most 5 s.
     *
     * @throws WireException if nobody listens there
     */
    public void connect(SocketAddress address, Function<Link, LinkListener> listeners) {
        Transport transport = Transport.of(address);
        EventLoopGroup eventLoop;
        synchronized (eventLoops) {
            eventLoop = eventLoops.computeIfAbsent(transport, t -> t.newEventLoop("coordinator-network"));
        }
        ChannelFuture connected = new Bootstrap()
                .group(eventLoop)
                .channel(transport.clientChannel())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .handler(new LinkPipeline(links, clock, true, SILENCE_LIMIT, listeners))
                .connect(address)
                .awaitUninterruptibly();
        if (!connected.isSuccess()) {
            throw new WireException(String.valueOf(connected.cause().getMessage()), connected.cause());
        }
    }

    @Override
    public void close() {
        synchronized (eventLoops) {
            eventLoops.values().forEach(eventLoop -> WireServer.shutDown(eventLoop, links));
            eventLoops.clear();
        }
    }
}
