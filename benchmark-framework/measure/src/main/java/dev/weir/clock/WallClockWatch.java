package dev.weir.clock;

import java.util.Optional;

/**
 * Detects steps of a host's wall clock by comparison with the monotonic one. A time service that slews changes both,
 * and latencies are measured with the monotonic clock. So the two diverge only when the wall clock is set, or when the
 * host was suspended while the monotonic clock stood still. Used by one thread.
 */
public final class WallClockWatch {
    /**
     * Difference within a second that counts as a step. Slewing by the kernel's 500 parts per million stays below,
     * where only one of the two clocks slews.
     */
    private static final long STEP_NANOS = 1_000_000;

    private static final long SECOND = 1_000_000_000;

    /** A reading that was interrupted for longer is ignored. */
    private static final long MAX_READING_NANOS = 200_000;

    private final Clock clock;
    private long sinceNanos;
    private long aheadNanos;
    private boolean begun;

    /** Begins with the first check. */
    public WallClockWatch(Clock clock) {
        this.clock = clock;
    }

    /** Compares the two clocks. Call it several times a second. Each step is reported once. */
    public Optional<ClockStep> check() {
        long before = clock.epochNanos();
        long wall = clock.wallNanos();
        long after = clock.epochNanos();
        if (after - before > MAX_READING_NANOS) {
            return Optional.empty();
        }
        long ahead = wall - before;
        long elapsed = before - sinceNanos;
        long change = ahead - aheadNanos;
        long seconds = Math.max(1, elapsed / SECOND);
        boolean stepped = begun && Math.abs(change) > STEP_NANOS * seconds;
        if (stepped || !begun || elapsed >= SECOND) {
            begun = true;
            sinceNanos = before;
            aheadNanos = ahead;
        }
        return stepped ? Optional.of(new ClockStep(before, change)) : Optional.empty();
    }

    /**
     * A step of a wall clock.
     *
     * @param atNanos when it was detected, epoch nanoseconds of the process that detected it, whose clock did not step
     * @param byNanos size of the step, positive if forward
     */
    public record ClockStep(long atNanos, long byNanos) {}
}
