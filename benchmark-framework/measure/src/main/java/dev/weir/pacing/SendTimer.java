package dev.weir.pacing;

import dev.weir.clock.Clock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Waits for a moment with the {@link PacingPrecision}, and wakes up no more often than that allows. One thread.
 *
 * <p>Effect: at 50,000 messages per second a thread that parks for each message wakes up 15,000 times a second, late
 * each time; with one wake-up every 250 us it wakes up 4,000 times and sends what has become due in between. Fact
 * relied on: a message that is due between two wake-ups is sent at the second one, so the send delay is at most the
 * distance of the wake-ups, and a wake-up that is late by a constant shifts them all without adding to it. What breaks
 * if that fails: messages are sent later than was stated, which {@code sendDelay} shows.
 */
public final class SendTimer {
    /**
     * The longest time for which a waiting thread does not notice a change of the schedule, if it is not unparked.
     * 10,000 threads that wake up every 100 ms without a message would take two cores.
     */
    private static final long MAX_PARK_NANOS = 2_000_000_000;

    private final Clock clock;
    private final long precisionNanos;
    private final long earlyNanos;
    private final LongConsumer park;
    private long wakeUpNanos = Long.MIN_VALUE / 2;

    public SendTimer(Clock clock, PacingPrecision precision) {
        this(clock, precision, LockSupport::parkNanos);
    }

    SendTimer(Clock clock, PacingPrecision precision, LongConsumer park) {
        this.clock = clock;
        this.precisionNanos = precision.precisionNanos();
        this.earlyNanos = precision.earlyNanos();
        this.park = park;
    }

    long now() {
        return clock.epochNanos();
    }

    /**
     * Waits once, until about that moment or for {@value #MAX_PARK_NANOS} ns; the caller checks again. An interrupt
     * ends the wait and stays set.
     *
     * @param dueNanos epoch nanoseconds, later than now
     * @param nowNanos the clock's last reading
     * @return a new reading
     */
    long once(long dueNanos, long nowNanos) {
        long target = Math.max(dueNanos, wakeUpNanos + precisionNanos);
        boolean isForMessage = target == dueNanos;
        if (!isForMessage && target - nowNanos <= earlyNanos) {
            // Too close to park for, and nothing is due at just this moment.
            target += precisionNanos;
        }
        if (target - nowNanos <= earlyNanos) {
            Thread.onSpinWait();
        } else {
            park.accept(Math.min(target - earlyNanos - nowNanos, MAX_PARK_NANOS));
        }
        long now = clock.epochNanos();
        if (now >= (isForMessage ? target : target - earlyNanos)) {
            // Counted from the planned wake-up, so that lateness does not add up, unless that is long past. Also
            // counted if the thread spun: otherwise a thread that is late once would spin from then on.
            wakeUpNanos = now - target > precisionNanos ? now : target;
        }
        return now;
    }
}
