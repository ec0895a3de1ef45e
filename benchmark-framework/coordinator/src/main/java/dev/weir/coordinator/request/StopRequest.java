package dev.weir.coordinator.request;

import dev.weir.clock.Clock;
import java.time.Duration;

/** Whether a person interrupted the run, and how long the run may still take to end in good order. Any thread. */
public final class StopRequest {
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(20);

    private final Clock clock;
    private volatile long overAtNanos = Long.MAX_VALUE;

    public StopRequest(Clock clock) {
        this.clock = clock;
    }

    public void interrupt() {
        if (!isInterrupted()) {
            overAtNanos = clock.epochNanos() + AFTER_INTERRUPT.toNanos();
        }
    }

    public boolean isInterrupted() {
        return overAtNanos != Long.MAX_VALUE;
    }

    public boolean isOver() {
        return clock.epochNanos() >= overAtNanos;
    }

    /** Returns the usual limit, or a few seconds if a person waits for the end. */
    public Duration limit(Duration usual) {
        return isInterrupted() && usual.compareTo(AFTER_INTERRUPT) > 0 ? AFTER_INTERRUPT : usual;
    }
}
