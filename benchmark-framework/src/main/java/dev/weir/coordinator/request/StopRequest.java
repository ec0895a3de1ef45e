package dev.weir.coordinator.request;

import dev.weir.clock.Clock;
import java.time.Duration;

/**
 * Whether a person has asked for the end, and for how long a run may still put itself in order then. Any thread.
 */
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

    /** It was interrupted a while ago: nothing is waited for any longer. */
    public boolean isOver() {
        return clock.epochNanos() >= overAtNanos;
    }

    /** A limit, which shrinks to a few seconds when a person waits for the end. */
    public Duration limit(Duration usual) {
        return isInterrupted() && usual.compareTo(AFTER_INTERRUPT) > 0 ? AFTER_INTERRUPT : usual;
    }
}
