package dev.weir.host.observation;

import dev.weir.clock.Clock;
import dev.weir.measure.Counter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A control thread in the manner of jHiccup: it wants nothing but to wake up at certain times, so that each time it wakes
 * up late, the host or the JVM held up a thread that had nothing to wait for. What held it up held up senders and
 * receivers as well.
 *
 * <p>It wakes up 100 times a second where jHiccup does so 1,000 times, since a wake-up costs some 16 microseconds of CPU
 * time and the load has to be cheap. So a stall that is shorter than {@link #INTERVAL_NANOS} may fall between two
 * wake-ups: of stalls of 3 ms a fifth is seen, and where there are many the share that is seen is the share of messages
 * that met one. Longer stalls are always seen, their length to at most one interval too short.
 */
final class HiccupMeter implements AutoCloseable {
    /** From one wake-up to the time of the next. */
    static final long INTERVAL_NANOS = 10_000_000;

    /** A thread that parks wakes up 50 to 100 microseconds late on a host that is well: that is no hiccup. */
    static final long LEAST_NANOS = 1_000_000;

    private static final long JOIN_MILLIS = 1_000;

    private final Clock clock;
    private final LongConsumer park;
    private final PauseLog hiccups = new PauseLog();
    private final Counter wakeUps = new Counter();
    private final Thread thread = new Thread(this::run, "hiccup-meter");
    private volatile boolean closed;
    private long takenWakeUps;

    /**
     * Does not run yet.
     *
     * @param park waits for so many nanoseconds, or longer or shorter
     */
    HiccupMeter(Clock clock, LongConsumer park) {
        this.clock = clock;
        this.park = park;
        thread.setDaemon(true);
    }

    static HiccupMeter started(Clock clock) {
        var meter = new HiccupMeter(clock, LockSupport::parkNanos);
        meter.thread.start();
        return meter;
    }

    private void run() {
        long now = clock.epochNanos();
        while (!closed && !Thread.currentThread().isInterrupted()) {
            now = awaitNext(now);
        }
    }

    /**
     * Waits once, and notes if it took too long. Counts from when it woke up last, not on a grid: one long hiccup is one,
     * not a row of them.
     *
     * @param nowNanos when it woke up last
     * @return when it woke up
     */
    long awaitNext(long nowNanos) {
        long due = nowNanos + INTERVAL_NANOS;
        long now = nowNanos;
        while (now < due && !closed && !Thread.currentThread().isInterrupted()) {
            park.accept(due - now);
            now = clock.epochNanos();
        }
        wakeUps.increment();
        if (now - due >= LEAST_NANOS) {
            hiccups.add(new Pause(due, now - due));
        }
        return now;
    }

    /** How often it woke up since the last call. One thread, which may be another than the meter's. */
    long takeWakeUps() {
        long before = takenWakeUps;
        takenWakeUps = wakeUps.get();
        return takenWakeUps - before;
    }

    /** The hiccups of at least {@link #LEAST_NANOS}. */
    PauseLog hiccups() {
        return hiccups;
    }

    /** Ends and joins the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
