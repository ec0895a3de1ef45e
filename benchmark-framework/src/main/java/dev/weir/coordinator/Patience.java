package dev.weir.coordinator;

import dev.weir.clock.Clock;
import java.time.Duration;

/**
 * Whether a person has asked for the end, and for how long a run may still put itself in order then. Any thread.
 */
final class Patience {
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(20);

    private final Clock clock;
    private volatile long overAtNanos = Long.MAX_VALUE;

    Patience(Clock clock) {
        this.clock = clock;
    }

    void interrupt() {
        if (!isInterrupted()) {
            overAtNanos = clock.epochNanos() + AFTER_INTERRUPT.toNanos();
        }
    }

    boolean isInterrupted() {
        return overAtNanos != Long.MAX_VALUE;
    }

    /** It was interrupted a while ago: nothing is waited for any longer. */
    boolean isOver() {
        return clock.epochNanos() >= overAtNanos;
    }

    /** A limit, which shrinks to a few seconds when a person waits for the end. */
    Duration limit(Duration usual) {
        return isInterrupted() && usual.compareTo(AFTER_INTERRUPT) > 0 ? AFTER_INTERRUPT : usual;
    }
}
