package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.host.observation.Pause;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives a connection up over which nothing was read for a while. Only the time counts in which this process ran: after it
 * stood still, what the peer said meanwhile may still be on its way through the connection. On the network thread.
 */
final class SilenceWatch extends ChannelInboundHandlerAdapter {
    /**
     * Until a peer has said something, it may be a process that has only begun to run, on a host with much else to do:
     * loading the classes for a first answer takes a second of processor time.
     */
    static final Duration FIRST_WORD_LIMIT = Duration.ofSeconds(20);

    private final Clock clock;
    private final Standstills standstills;
    private long limitNanos;
    private long silentNanos;
    private @Nullable RunningTime time;
    private @Nullable Future<?> nextBeat;

    /**
     * Of one connection.
     *
     * @param standstills takes when this process stood still
     */
    SilenceWatch(Duration limit, Clock clock, Standstills standstills) {
        this.limitNanos = limit.toNanos();
        this.clock = clock;
        this.standstills = standstills;
    }

    /** From now on the connection is given up after so long. */
    void limit(Duration limit) {
        limitNanos = limit.toNanos();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (context.channel().isActive()) {
            begin(context);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        begin(context);
        context.fireChannelActive();
    }

    private void begin(ChannelHandlerContext context) {
        if (time == null) {
            time = new RunningTime(context.executor());
            schedule(context);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        note();
        silentNanos = 0;
        context.fireChannelRead(read);
    }

    /** The peer may have given this end up while this process stood still: that is noted before anything follows from it. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        note();
        if (nextBeat != null) {
            nextBeat.cancel(false);
        }
        context.fireChannelInactive();
    }

    private void schedule(ChannelHandlerContext context) {
        nextBeat = context.executor()
                .schedule(
                        () -> beat(context),
                        Math.min(RunningTime.BEAT_NANOS, limitNanos - silentNanos),
                        TimeUnit.NANOSECONDS);
    }

    private void beat(ChannelHandlerContext context) {
        note();
        if (silentNanos < limitNanos) {
            schedule(context);
        } else {
            context.fireExceptionCaught(ReadTimeoutException.INSTANCE);
            var unused = context.close();
        }
    }

    private void note() {
        if (time == null) {
            return;
        }
        long elapsed = time.elapsedNanos();
        silentNanos += RunningTime.counted(elapsed);
        if (elapsed >= Standstills.LEAST_NANOS) {
            standstills.add(new Pause(clock.epochNanos() - elapsed, elapsed));
        }
    }
}
