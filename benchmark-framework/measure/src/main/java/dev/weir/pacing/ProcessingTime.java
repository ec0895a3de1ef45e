package dev.weir.pacing;

import dev.weir.clock.Clock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Delays a consumer's thread as if it processed each message, without using the CPU. One thread, except {@link #end}.
 *
 * <p>Effect: a consumer that takes 5 us for each message handles 200,000 in a second, though no thread can park for 5
 * us. Fact relied on: the sum of the processing times decides how much a consumer can handle. Times that are too short
 * to park for are added up, and if a thread slept too long, the next time is shorter. What breaks if that fails: the
 * consumer is slower than was asked for.
 */
public final class ProcessingTime {
    /** Shorter times are added up until they reach this. */
    private static final long MIN_PARK_NANOS = 200_000;

    private static final long MAX_PARK_NANOS = 100_000_000;

    /** A thread that was stopped for longer loses that time, as it would with real work. */
    private static final long MAX_CREDIT_NANOS = 2_000_000;

    private final Clock clock;
    private final long nanosPerMessage;
    private final LongConsumer park;
    private long owedNanos;
    private volatile boolean ended;

    /** @param nanosPerMessage 0: it takes no time */
    public ProcessingTime(Clock clock, long nanosPerMessage) {
        this(clock, nanosPerMessage, LockSupport::parkNanos);
    }

    ProcessingTime(Clock clock, long nanosPerMessage, LongConsumer park) {
        this.clock = clock;
        this.nanosPerMessage = nanosPerMessage;
        this.park = park;
    }

    /** Waits for the processing time of a message, or adds it to the time to wait later. */
    public void spend() {
        owedNanos += nanosPerMessage;
        if (owedNanos >= MIN_PARK_NANOS) {
            long time = clock.epochNanos();
            long until = time + owedNanos;
            while (time < until && !ended && !Thread.currentThread().isInterrupted()) {
                park.accept(Math.min(until - time, MAX_PARK_NANOS));
                time = clock.epochNanos();
            }
            owedNanos = Math.max(until - time, -MAX_CREDIT_NANOS);
        }
    }

    /** Ends the current and all later waits, because the consumer is to be closed. Any thread. */
    public void end() {
        ended = true;
    }
}
