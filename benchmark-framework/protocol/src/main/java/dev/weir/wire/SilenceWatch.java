package dev.weir.wire;

import dev.weir.clock.Clock;
import dev.weir.host.observation.Pause;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection over which nothing was read for a while. Only time in which this process ran counts: after a
 * standstill, messages of the peer may still be in the connection's buffers. On the network thread.
 */
final class SilenceWatch extends ChannelInboundHandlerAdapter {
    /**
     * Limit before a peer's first message. It may be a process that has just started on a busy host: loading the
     * classes for a first answer takes a second of CPU time. Longer than the 20 s for which a run waits for its workers,
     * so that a run names the workers that do not answer before their connections are given up.
     */
    static final Duration FIRST_MESSAGE_LIMIT = Duration.ofSeconds(30);

    private final Clock clock;
    private final Standstills standstills;
    private long limitNanos;
    private long silentNanos;
    private @Nullable RunningTime time;
    private @Nullable Future<?> nextBeat;

    SilenceWatch(Duration limit, Clock clock, Standstills standstills) {
        this.limitNanos = limit.toNanos();
        this.clock = clock;
        this.standstills = standstills;
    }

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

    /** Notes a standstill of this process first, because the peer may have closed the connection for that reason. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        note();
        if (nextBeat != null) {
            nextBeat.cancel(false);
        }
        context.fireChannelInactive();
    }

    private void schedule(ChannelHandlerContext context) {
        long nanos = Math.min(RunningTime.BEAT_NANOS, limitNanos - silentNanos);
        nextBeat = context.executor().schedule(() -> beat(context), nanos, TimeUnit.NANOSECONDS);
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
        if (elapsed >= Standstills.MIN_NANOS) {
            standstills.add(new Pause(clock.epochNanos() - elapsed, elapsed));
        }
    }

    /**
     * Time in which this process ran, because a limit for a peer's silence must not expire while this process itself
     * stands still. It is counted in beats of the network thread; a late beat counts for at most twice its length. Used
     * by that thread.
     */
    static final class RunningTime {
        static final long BEAT_NANOS = 250_000_000;

        private final EventExecutor thread;
        private long lastNanos;

        RunningTime(EventExecutor thread) {
            this.thread = thread;
            this.lastNanos = thread.ticker().nanoTime();
        }

        /** Returns the time since the previous call in nanoseconds, including standstills of this process. */
        long elapsedNanos() {
            long now = thread.ticker().nanoTime();
            long elapsed = now - lastNanos;
            lastNanos = now;
            return elapsed;
        }

        /** Returns how much of the time between two beats counts. */
        static long counted(long elapsedNanos) {
            return Math.min(elapsedNanos, 2 * BEAT_NANOS);
        }

        static void after(Duration time, EventExecutor thread, Runnable task) {
            new RunningTime(thread).beat(time.toNanos(), task);
        }

        private void beat(long leftNanos, Runnable task) {
            if (leftNanos <= 0) {
                task.run();
            } else if (!thread.isShuttingDown()) {
                var unused = thread.schedule(
                        () -> beat(leftNanos - counted(elapsedNanos()), task),
                        Math.min(BEAT_NANOS, leftNanos),
                        TimeUnit.NANOSECONDS);
            }
        }
    }
}
