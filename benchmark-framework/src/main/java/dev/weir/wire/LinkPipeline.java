package dev.weir.wire;

import dev.weir.clock.Clock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What stands between the bytes of a connection and its {@link LinkSession}; the same at both ends. */
final class LinkPipeline extends ChannelInitializer<Channel> {
    /** Larger frames close the connection. The largest real ones are snapshots of thousands of producers. */
    static final int MAX_FRAME_BYTES = 64 << 20;

    /**
     * Until a peer has said something, it may be a process that has only begun to run, on a host with much else to do:
     * loading the classes for a first answer takes a second of processor time.
     */
    static final Duration FIRST_WORD_LIMIT = Duration.ofSeconds(20);

    private static final int LENGTH_BYTES = 4;

    private final ChannelGroup links;
    private final Clock clock;
    private final boolean pings;
    private final Duration silenceLimit;
    private final Supplier<? extends LinkSession> sessions;

    /**
     * For connections of one kind.
     *
     * @param links each connection joins them, to be closed with the others
     * @param pings whether this end asks for proof of life, and for the time
     * @param silenceLimit the connection is given up when nothing has been read for so long, after a first message
     * @param sessions of a new connection, as far as is known before it says so
     */
    LinkPipeline(
            ChannelGroup links,
            Clock clock,
            boolean pings,
            Duration silenceLimit,
            Supplier<? extends LinkSession> sessions) {
        this.links = links;
        this.clock = clock;
        this.pings = pings;
        this.silenceLimit = silenceLimit;
        this.sessions = sessions;
    }

    @Override
    protected void initChannel(Channel channel) {
        links.add(channel);
        channel.pipeline()
                .addLast(new ReadTimeoutHandler(FIRST_WORD_LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .addLast(new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES))
                .addLast(new LengthFieldPrepender(LENGTH_BYTES))
                .addLast(new LinkHandler(channel, clock, pings, silenceLimit, sessions.get()));
    }
}
