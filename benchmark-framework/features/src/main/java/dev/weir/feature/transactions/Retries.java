package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
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
    private Deadline limit;
    /** When it is over, the next failure is the first of another outage. */
    private Deadline outage;

    Retries(String client, Clock clock) {
        this.client = client;
        this.clock = clock;
        this.limit = Deadline.at(clock, 0);
        this.outage = limit;
    }

    void succeeded() {
        outage = Deadline.at(clock, 0);
    }

    /**
     * Call it before each retry. The first one of an outage needs no pause.
     *
     * @throws DriverException if nothing has succeeded for too long
     */
    void next(DriverException why) {
        boolean isFirst = outage.isOver();
        outage = Deadline.after(clock, LIMIT);
        if (isFirst) {
            limit = outage;
        } else if (limit.isOver()) {
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
