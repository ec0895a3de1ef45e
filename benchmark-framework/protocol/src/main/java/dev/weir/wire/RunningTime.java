package dev.weir.wire;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Time in which this process ran, because a limit for a peer's silence must not expire while this process itself stands
 * still. It is counted in beats of the network thread; a late beat counts for at most twice its length. Used by that
 * thread.
 */
final class RunningTime {
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
