package dev.weir.clock;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Measures a clock, and how late a parked thread wakes up: the possible precision of pacing. Takes a fraction of a
 * second, or some seconds on a host with a poor clock. Used by one thread.
 */
public final class ClockProbe {
    private static final int ROUNDS = 20;
    private static final int READINGS = 50_000;

    /** Limit of readings without a step, for a coarse clock; they take at least a quarter of a second. */
    private static final int MAX_READINGS = 10_000_000;

    private static final long PARK_NANOS = 100_000;
    private static final int PARKS = 1_000;
    private static final int WARM_UP_PARKS = 50;
    private static final int QUICK_PARKS = 200;
    private static final long MAX_PARKING_NANOS = 2_000_000_000;

    private final Clock clock;
    private final LongConsumer park;
    private final LongSupplier threadCpuNanos;

    /**
     * @param park waits for about the given number of nanoseconds
     * @param threadCpuNanos CPU time of the calling thread
     */
    ClockProbe(Clock clock, LongConsumer park, LongSupplier threadCpuNanos) {
        this.clock = clock;
        this.park = park;
        this.threadCpuNanos = threadCpuNanos;
    }

    /** Measures the clock of this process, and parking. */
    public static ClockFigures measure() {
        return ofThisProcess().figures();
    }

    /** Measures only parking, with a few dozen waits: takes some 50 ms. */
    public static ParkFigures measureParking() {
        ClockProbe probe = ofThisProcess();
        // The first waits are slower than all later ones.
        probe.park(WARM_UP_PARKS);
        return probe.park(QUICK_PARKS);
    }

    private static ClockProbe ofThisProcess() {
        return new ClockProbe(
                SystemClock.INSTANCE,
                LockSupport::parkNanos,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    ClockFigures figures() {
        return new ClockFigures(readingNanos(), stepNanos(), park(PARKS));
    }

    /** Returns the cost of a reading in the best round: the others were interrupted, or not compiled yet. */
    private double readingNanos() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long first = clock.epochNanos();
            long last = first;
            for (int i = 0; i < READINGS; i++) {
                last = clock.epochNanos();
            }
            best = Math.min(best, (double) (last - first) / READINGS);
        }
        return best;
    }

    private long stepNanos() {
        long smallest = Long.MAX_VALUE;
        long before = clock.epochNanos();
        for (int i = 0; i < ROUNDS * READINGS || smallest == Long.MAX_VALUE; i++) {
            if (i == MAX_READINGS) {
                throw new IllegalStateException("the clock does not move");
            }
            long now = clock.epochNanos();
            if (now > before) {
                smallest = Math.min(smallest, now - before);
            }
            before = now;
        }
        return smallest;
    }

    /** Parks like a pacer, again if it wakes up too early. */
    private ParkFigures park(int most) {
        long[] late = new long[most];
        long end = clock.epochNanos() + MAX_PARKING_NANOS;
        int count = 0;
        long cpu = threadCpuNanos.getAsLong();
        long now = clock.epochNanos();
        while (count < most && now < end) {
            long due = now + PARK_NANOS;
            while (now < due) {
                park.accept(due - now);
                now = clock.epochNanos();
            }
            late[count++] = now - due;
        }
        cpu = threadCpuNanos.getAsLong() - cpu;
        Arrays.sort(late, 0, count);
        return new ParkFigures(
                late[(count - 1) / 10], late[(count - 1) / 2], late[(count - 1) * 99 / 100], cpu / count);
    }

    /**
     * Measured properties of waiting by parking.
     *
     * @param lateP10Nanos lateness of a wake-up, 10th percentile
     * @param lateP50Nanos lateness, median
     * @param lateP99Nanos lateness, 99th percentile
     * @param cpuNanos mean CPU time of one wait
     */
    public record ParkFigures(long lateP10Nanos, long lateP50Nanos, long lateP99Nanos, long cpuNanos) {}

    /**
     * Measured properties of a clock and of waiting for it.
     *
     * @param readingNanos cost of one reading, in the best of many rounds
     * @param stepNanos smallest step between two different readings, which includes the cost of reading
     * @param park possible precision of pacing
     */
    public record ClockFigures(double readingNanos, long stepNanos, ParkFigures park) {}
}
