package dev.weir.clock;

import java.util.Optional;

/**
 * Watches a host's wall clock beside the monotonic one. A time service that slews moves both, and the monotonic clock is
 * what latencies are taken by; so the two part only when the wall clock is set, or when the host was suspended while the
 * monotonic clock stood still. One thread.
 */
public final class WallClockWatch {
    /** Within a second: slewing by the kernel's 500 parts per million does not reach it where the two do not slew alike. */
    private static final long STEP_NANOS = 1_000_000;

    private static final long SECOND = 1_000_000_000;

    /** A reading that was interrupted for longer tells nothing. */
    private static final long LONGEST_READING_NANOS = 200_000;

    private final Clock clock;
    private long sinceNanos;
    private long aheadNanos;
    private boolean begun;

    /** Begins with the first look. */
    public WallClockWatch(Clock clock) {
        this.clock = clock;
    }

    /** Compares the two clocks; to be called several times a second. Each step is reported once. */
    public Optional<ClockStep> look() {
        long before = clock.epochNanos();
        long wall = clock.wallNanos();
        long after = clock.epochNanos();
        if (after - before > LONGEST_READING_NANOS) {
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
}
