package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.exception.DriverException;
import dev.weir.plan.ConsumerRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens the consumers that begin while the load runs, each kind when it is due. On a thread of its own: opening takes a
 * while, and the session's thread has snapshots to take. Its methods are called by that one.
 */
final class LaterConsumers {
    private final NavigableMap<Long, List<ConsumerRole>> byStart = new TreeMap<>();
    private final Clock clock;
    private final Opening opening;
    private final Consumer<Throwable> failed;
    private @Nullable Thread thread;
    private boolean closed;

    /** Opens these consumers, and returns when they are open. */
    interface Opening {
        void open(List<ConsumerRole> roles) throws InterruptedException;
    }

    /**
     * Of a load that has not begun.
     *
     * @param roles of all consumers; those that are there from the begin are left out
     * @param failed hears of what keeps one from being opened, on a thread of its own
     */
    LaterConsumers(List<ConsumerRole> roles, Clock clock, Opening opening, Consumer<Throwable> failed) {
        this.clock = clock;
        this.opening = opening;
        this.failed = failed;
        roles.forEach(role -> role.kind()
                .startAfterNanos()
                .ifPresent(after -> byStart.computeIfAbsent(after, absent -> new ArrayList<>())
                        .add(role)));
    }

    /** The measurement begins at that time. */
    void measureFrom(long atNanos) {
        if (!byStart.isEmpty() && thread == null) {
            thread = new Thread(() -> run(atNanos), "later-consumers");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run(long measuredFromNanos) {
        try {
            for (Map.Entry<Long, List<ConsumerRole>> kind : byStart.entrySet()) {
                if (!awaitOrClosed(Deadline.at(clock, measuredFromNanos + kind.getKey()))) {
                    return;
                }
                opening.open(kind.getValue());
            }
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        } catch (InterruptedException e) {
            // The thread ends with this.
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether it is time. */
    private synchronized boolean awaitOrClosed(Deadline due) throws InterruptedException {
        while (!closed && !due.isOver()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, due.remainingNanos()));
        }
        return !closed;
    }

    /**
     * Opens no more of them, and waits for those that are being opened.
     *
     * @throws DriverException if that takes too long: these are left
     */
    void close(Deadline deadline) throws InterruptedException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (thread != null) {
            thread.join(TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()) + 1);
            if (thread.isAlive()) {
                throw new DriverException("the consumers that were being opened are still not open: they are left");
            }
        }
    }
}
