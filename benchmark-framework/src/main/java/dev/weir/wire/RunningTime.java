package dev.weir.wire;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Time in which this process ran: a limit on a peer's silence must not run out while this process itself stood still. It is
 * counted in beats of the network thread. A beat that comes late counts for at most twice its length. Used by that thread.
 */
final class RunningTime {
    static final long BEAT_NANOS = 250_000_000;

    private final EventExecutor thread;
    private long lastNanos;

    /** Begins now. */
    RunningTime(EventExecutor thread) {
        this.thread = thread;
        this.lastNanos = thread.ticker().nanoTime();
    }

    /** All time since the last call, nanoseconds, however much of it this process stood still. */
    long elapsedNanos() {
        long now = thread.ticker().nanoTime();
        long elapsed = now - lastNanos;
        lastNanos = now;
        return elapsed;
    }

    /** How much of the time between two beats counts. */
    static long counted(long elapsedNanos) {
        return Math.min(elapsedNanos, 2 * BEAT_NANOS);
    }

    /** Runs a task when this process has run for so long. */
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
