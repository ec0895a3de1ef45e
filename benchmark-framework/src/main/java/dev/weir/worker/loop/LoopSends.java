package dev.weir.worker.loop;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.TransactionException;
import dev.weir.driver.exception.TransactionException.Remedy;
import dev.weir.measure.Counter;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Awaits what the client of a loop has sent. The loop's thread; callbacks on whichever threads its producers have. */
final class LoopSends implements SendListener {
    /** Longer than a Kafka client's delivery timeout. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final Clock clock;
    private final ErrorTally errors;
    private final Counter sent = new Counter();
    private long acknowledged;
    private long failed;
    private @Nullable Throwable failure;

    LoopSends(Clock clock, ErrorTally errors) {
        this.clock = clock;
        this.errors = errors;
    }

    /** The loop's thread, before each send call. */
    void sending() {
        sent.increment();
    }

    @Override
    public synchronized void acknowledged(long sequence, long intendedNanos, long sentNanos) {
        acknowledged++;
        notifyAll();
    }

    @Override
    public synchronized void failed(long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        errors.add(cause);
        failed++;
        failure = cause;
        notifyAll();
    }

    /**
     * The loop's thread: until nothing is under way.
     *
     * @throws TransactionException if something of it has failed since the last call: its transaction is to be aborted
     * @throws DriverException if something of it is not resolved in time
     */
    void await() {
        Throwable because = awaitResolved();
        if (because != null) {
            throw new TransactionException(
                    Remedy.ABORT, false, "a message was not sent: " + because.getMessage(), because);
        }
    }

    /** The same, of a transaction that has failed already: nothing of it is to be taken for the next one's. */
    void settle() {
        awaitResolved();
    }

    private synchronized @Nullable Throwable awaitResolved() {
        Deadline deadline = Deadline.after(clock, LIMIT);
        try {
            while (acknowledged + failed < sent.get()) {
                long left = deadline.remainingNanos();
                if (left == 0) {
                    throw new DriverException(
                            "a message was neither acknowledged nor given up within " + LIMIT.toSeconds() + " s");
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while a message was under way", e);
        }
        Throwable because = failure;
        failure = null;
        return because;
    }

    long sent() {
        return sent.get();
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized long failed() {
        return failed;
    }
}
