package dev.weir.driver.none;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread wait for work of other threads, without cost to them while it is busy: it spins briefly, yields,
 * announces itself, checks once more, and parks.
 *
 * <p>No wake-up is lost, because both sides fence between their write and their read: the waiting thread announces
 * itself and then checks for work; the other one publishes work with {@link PaddedCounter#setAndFence} (or a
 * compare-and-set) and then checks for an announcement. With a plain release on either side both could read the old
 * value, and the message would wait for the park to time out.
 */
final class Signal {
    /** About 3 us of pauses: several times as long as a message takes from core to core. */
    private static final int SPINS = 64;
    /** On a host with fewer cores than busy threads, the awaited thread may need this core. */
    private static final int YIELDS = 32;

    /** The round from which on a thread parks. */
    static final int PARKS = SPINS + YIELDS;

    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(Signal.class, "waiting", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Thread waiting;

    /**
     * Waits a little. Called by the one waiting thread in a loop, each time after it has found no work.
     *
     * @param rounds 0 at first, then the result of the previous call
     * @param longestParkNanos when to check again even without a wake-up
     */
    @SuppressWarnings("ThreadPriorityCheck") // ThreadPriorityCheck: yielding only shortens the wait, parking ends it
    int await(int rounds, long longestParkNanos) {
        if (rounds < SPINS) {
            Thread.onSpinWait();
        } else if (rounds < PARKS) {
            Thread.yield();
        } else if (waiting == null) {
            waiting = Thread.currentThread();
            return rounds;
        } else {
            LockSupport.parkNanos(this, longestParkNanos);
        }
        return rounds + 1 > 0 ? rounds + 1 : rounds;
    }

    /** Ends the wait. Called by the waiting thread when it has found work after waiting. */
    void found() {
        if (waiting != null) {
            waiting = null;
        }
    }

    /** Wakes the thread if it waits. Any thread. */
    void wake() {
        Thread thread = waiting;
        if (thread != null && WAITING.compareAndSet(this, thread, null)) {
            LockSupport.unpark(thread);
        }
    }
}
