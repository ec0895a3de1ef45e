package dev.weir.driver.kafka.embedded;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for how long this process did not run: a thread wakes up every 10 ms, and the time by which it is late counts
 * from 5 ms on. Pauses for garbage collections are among them. Weir's own processes use {@code HiccupMeter} of the
 * framework, which drivers cannot see.
 */
final class PauseMeter {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile long totalNanos;

    private PauseMeter() {}

    static PauseMeter started() {
        var meter = new PauseMeter();
        var thread = new Thread(meter::measure, "pause-meter");
        thread.setDaemon(true);
        thread.start();
        return meter;
    }

    private void measure() {
        long sum = 0;
        while (!Thread.currentThread().isInterrupted()) {
            long begin = System.nanoTime();
            LockSupport.parkNanos(INTERVAL_NANOS);
            long late = System.nanoTime() - begin - INTERVAL_NANOS;
            if (late >= MIN_NANOS) {
                sum += late;
                totalNanos = sum;
            }
        }
    }

    /** Returns the sum of all pauses so far. Any thread. */
    long totalNanos() {
        return totalNanos;
    }
}
