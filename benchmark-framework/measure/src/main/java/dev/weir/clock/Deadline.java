package dev.weir.clock;

import java.time.Duration;

/** Time limit of a wait. Immutable; any thread. */
public record Deadline(Clock clock, long atNanos) {
    public static Deadline after(Clock clock, Duration duration) {
        return new Deadline(clock, clock.epochNanos() + duration.toNanos());
    }

    public static Deadline at(Clock clock, long epochNanos) {
        return new Deadline(clock, epochNanos);
    }

    public Deadline later(long nanos) {
        return new Deadline(clock, atNanos + nanos);
    }

    /** Returns the remaining nanoseconds; 0 when it is over. */
    public long remainingNanos() {
        return Math.max(0, atNanos - clock.epochNanos());
    }

    public boolean isOver() {
        return remainingNanos() == 0;
    }
}
