package dev.weir.worker.sender;

import dev.weir.clock.Deadline;
import dev.weir.driver.exception.DriverException;
import dev.weir.pacing.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Thread of one {@link Sender}, so that a producer that blocks in its client delays no other. Used by the session
 * thread.
 */
public final class SenderThread {
    private final Sender sender;
    private final String name;
    private final ExecutorService thread;
    private final AtomicReference<@Nullable Throwable> failure;
    private volatile @Nullable Thread running;
    private volatile boolean doneSending;

    /**
     * Creates the thread of a sender.
     *
     * @param failure receives what ends this or another sender before its time
     */
    public SenderThread(Sender sender, int producer, AtomicReference<@Nullable Throwable> failure) {
        this.sender = sender;
        this.name = "sender-" + producer;
        this.failure = failure;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            var made = new Thread(task, name);
            made.setDaemon(true);
            running = made;
            return made;
        });
    }

    public Sender sender() {
        return sender;
    }

    public void sendProbes() {
        thread.execute(() -> guarded(sender::sendProbes));
    }

    public void send(Schedule schedule) {
        thread.execute(() -> {
            guarded(() -> sender.sendAll(schedule));
            doneSending = true;
        });
    }

    /** Wakes a sender that waits for its next message, because the schedule was changed. */
    public void scheduleChanged() {
        LockSupport.unpark(running);
    }

    /** Returns whether it has sent everything that was due, and all of it is resolved. */
    public boolean hasEnded() {
        return doneSending && sender.isResolved();
    }

    public void close(Deadline deadline) throws InterruptedException {
        try {
            // First the producer, because that lets a blocked send call return.
            sender.close();
        } finally {
            thread.execute(() -> guarded(sender::closeReads));
            thread.shutdown();
        }
        if (!thread.awaitTermination(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
            thread.shutdownNow();
            throw new DriverException(name + " did not end in time: its client blocks");
        }
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
