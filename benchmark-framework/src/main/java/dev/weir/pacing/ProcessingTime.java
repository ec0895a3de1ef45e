package dev.weir.pacing;

import dev.weir.clock.Clock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Holds a consumer's thread up as if it did something with each message that takes a while, without using the CPU for it.
 * One thread, but for {@link #end}.
 *
 * <p>Effect: a consumer that takes 5 us for each message handles 200,000 in a second, though no thread can park for 5 us.
 * Fact relied on: what a consumer can handle is a matter of sums. Times too short to park for are added up, and what a
 * thread slept too long is taken off the next time. What breaks if that fails: the consumer is slower than was asked for.
 */
public final class ProcessingTime {
    /** What is shorter waits for more of it. */
    private static final long SHORTEST_PARK_NANOS = 200_000;

    private static final long LONGEST_PARK_NANOS = 100_000_000;

    /** A thread that was stopped for longer has lost that time, as one that does real work would have. */
    private static final long MOST_CREDIT_NANOS = 2_000_000;

    private final Clock clock;
    private final long nanosPerMessage;
    private final LongConsumer park;
    private long owedNanos;
    private volatile boolean ended;

    /**
     * For one consumer.
     *
     * @param nanosPerMessage 0: it takes no time
     */
    public ProcessingTime(Clock clock, long nanosPerMessage) {
        this(clock, nanosPerMessage, LockSupport::parkNanos);
    }

    ProcessingTime(Clock clock, long nanosPerMessage, LongConsumer park) {
        this.clock = clock;
        this.nanosPerMessage = nanosPerMessage;
        this.park = park;
    }

    /** Spends the time of a message, or notes that it is to be spent later. */
    public void spend() {
        owedNanos += nanosPerMessage;
        if (owedNanos >= SHORTEST_PARK_NANOS) {
            long time = clock.epochNanos();
            long until = time + owedNanos;
            while (time < until && !ended && !Thread.currentThread().isInterrupted()) {
                park.accept(Math.min(until - time, LONGEST_PARK_NANOS));
                time = clock.epochNanos();
            }
            owedNanos = Math.max(until - time, -MOST_CREDIT_NANOS);
        }
    }

    /** No time is spent from now on, nor what is left of it: the consumer is to be closed. Any thread. */
    public void end() {
        ended = true;
    }
}
