package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Pauses between the retries of a client, and ends them if nothing succeeds for 5 minutes. Used by one thread. */
final class Retries {
    /** A system with which nothing succeeds for this long counts as down. */
    static final Duration LIMIT = Duration.ofMinutes(5);

    private static final long PAUSE_NANOS = 100_000_000;

    private final String client;
    private final Clock clock;
    private long firstNanos;
    private long lastNanos;

    Retries(String client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    void succeeded() {
        lastNanos = 0;
    }

    /**
     * Pauses before a retry, unless it is the first one after a success, or after 5 minutes without a failure.
     *
     * @throws DriverException if nothing has succeeded for 5 minutes of failures
     */
    void next(DriverException why) {
        long now = clock.epochNanos();
        boolean isFirst = now - lastNanos > LIMIT.toNanos();
        lastNanos = now;
        if (isFirst) {
            firstNanos = now;
        } else if (now - firstNanos > LIMIT.toNanos()) {
            throw new DriverException(
                    client + " has tried without success for " + LIMIT.toMinutes() + " minutes: " + why.getMessage(),
                    why);
        } else {
            pause();
        }
    }

    /** Prevents thousands of calls per second to a system that refuses them at once. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
