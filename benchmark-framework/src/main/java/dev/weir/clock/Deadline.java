package dev.weir.clock;

import java.time.Duration;

/** A moment until which something is awaited. Immutable; any thread. */
public final class Deadline {
    private final Clock clock;
    private final long atNanos;

    private Deadline(Clock clock, long atNanos) {
        this.clock = clock;
        this.atNanos = atNanos;
    }

    /** So long from now. */
    public static Deadline after(Clock clock, Duration duration) {
        return new Deadline(clock, clock.epochNanos() + duration.toNanos());
    }

    /** At that epoch time, in nanoseconds. */
    public static Deadline at(Clock clock, long epochNanos) {
        return new Deadline(clock, epochNanos);
    }

    /** The same so much later. */
    public Deadline later(long nanos) {
        return new Deadline(clock, atNanos + nanos);
    }

    /** Nanoseconds that remain; 0 when it is over. */
    public long remainingNanos() {
        return Math.max(0, atNanos - clock.epochNanos());
    }

    /** Whether it is over. */
    public boolean isOver() {
        return remainingNanos() == 0;
    }
}
