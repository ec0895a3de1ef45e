package dev.weir.host.observation;

import dev.weir.clock.Clock;
import dev.weir.measure.Counter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A control thread like that of jHiccup: it only wakes up at certain times. If it wakes up late, the host or the JVM
 * delayed a thread that had nothing to wait for, and so delayed senders and receivers as well.
 *
 * <p>It wakes up 100 times a second, jHiccup 1,000 times, because a wake-up costs about 16 microseconds of CPU time. So
 * a stall shorter than {@link #INTERVAL_NANOS} may fall between two wake-ups: a fifth of stalls of 3 ms are observed.
 * If there are many stalls, the observed share equals the share of messages that met one. Longer stalls are always
 * observed; their measured length is too short by at most one interval.
 */
final class HiccupMeter implements AutoCloseable {
    /** Time from one wake-up to the next due time. */
    static final long INTERVAL_NANOS = 10_000_000;

    /** On a healthy host, a parked thread wakes up 50 to 100 microseconds late, which is no hiccup. */
    static final long MIN_NANOS = 1_000_000;

    private static final long JOIN_MILLIS = 1_000;

    private final Clock clock;
    private final LongConsumer park;
    private final PauseLog hiccups = new PauseLog();
    private final Counter wakeUps = new Counter();
    private final Thread thread = new Thread(this::run, "hiccup-meter");
    private volatile boolean closed;
    private long takenWakeUps;

    /** Creates a meter that does not run yet; {@code park} waits for about the given number of nanoseconds. */
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
     * Waits once, and records if it took too long; returns the time of this wake-up. Counts from the last wake-up, not
     * on a grid, so that one long hiccup is not recorded as several.
     */
    long awaitNext(long nowNanos) {
        long due = nowNanos + INTERVAL_NANOS;
        long now = nowNanos;
        while (now < due && !closed && !Thread.currentThread().isInterrupted()) {
            park.accept(due - now);
            now = clock.epochNanos();
        }
        wakeUps.increment();
        if (now - due >= MIN_NANOS) {
            hiccups.add(new Pause(due, now - due));
        }
        return now;
    }

    /**
     * Returns the number of wake-ups since the previous call. Called by one thread, which may differ from the meter's.
     */
    long takeWakeUps() {
        long before = takenWakeUps;
        takenWakeUps = wakeUps.get();
        return takenWakeUps - before;
    }

    /** Returns the hiccups of at least {@link #MIN_NANOS}. */
    PauseLog hiccups() {
        return hiccups;
    }

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
