package dev.weir.pacing;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the messages in flight of a producer in a closed loop. One thread sends; any thread may report resolved
 * messages.
 *
 * <p>No wake-up is lost, because both sides fence between their write and their read: the sender announces that it
 * waits and then counts again, the other counts a message as resolved and then looks for the announcement.
 */
public final class InFlight {
    /** How often the sender checks whether the load has ended. */
    private static final long MAX_PARK_NANOS = 10_000_000;

    /** An answer from the same host may arrive before a thread can park. */
    private static final int SPINS = 100;

    private final int limit;
    private volatile @Nullable Thread waiting;

    /** @param limit messages under way, at least 1 */
    public InFlight(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, got " + limit);
        }
        this.limit = limit;
    }

    /**
     * Sender: waits once, until there is room for a message or for some milliseconds; the caller looks again.
     *
     * @param unresolved how many of its messages are not resolved yet
     */
    public boolean hasRoom(LongSupplier unresolved) {
        for (int spin = 0; spin < SPINS; spin++) {
            if (unresolved.getAsLong() < limit) {
                return true;
            }
            Thread.onSpinWait();
        }
        waiting = Thread.currentThread();
        VarHandle.fullFence();
        if (unresolved.getAsLong() >= limit) {
            LockSupport.parkNanos(this, MAX_PARK_NANOS);
        }
        waiting = null;
        return unresolved.getAsLong() < limit;
    }

    /** Wakes the sender up after a message has been resolved and counted. */
    public void resolved() {
        VarHandle.fullFence();
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
