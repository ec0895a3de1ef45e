package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the sends of one client of a transaction benchmark. Used by the client's thread; its producers' threads
 * call the callbacks.
 */
final class LoopSends implements SendListener {
    /** Longer than the delivery timeout of a Kafka client. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final Clock clock;
    private final ErrorTally errors;
    private final Counter sent = new Counter();
    private long acknowledged;
    private long failed;
    /** First failure since the last wait. The caller of {@link #await} counts it as an error, or {@link #settle}. */
    private @Nullable Throwable failure;

    LoopSends(Clock clock, ErrorTally errors) {
        this.clock = clock;
        this.errors = errors;
    }

    /** Counts a message before its send call; returns its number. Called by the client's thread. */
    long sending() {
        sent.increment();
        return sent.get() - 1;
    }

    @Override
    public synchronized void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        acknowledged++;
        notifyAll();
    }

    @Override
    public synchronized void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        if (failure == null) {
            failure = cause;
        } else {
            errors.add(cause);
        }
        failed++;
        notifyAll();
    }

    /**
     * Waits until all messages are resolved. Called by the client's thread.
     *
     * @throws TransactionException if a send has failed since the previous call: its transaction has to be aborted. The
     *     caller counts the cause as an error
     * @throws DriverException if a message is not resolved in time
     */
    void await() {
        Throwable because = awaitResolved();
        if (because != null) {
            throw new TransactionException(
                    Remedy.ABORT, false, "a message was not sent: " + FailureText.of(because), because);
        }
    }

    /** Waits until all messages of a failed transaction are resolved, so that the next one gets none of them. */
    void settle() {
        Throwable because = awaitResolved();
        if (because != null) {
            errors.add(because);
        }
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

    synchronized Counts counts(long bytesEach, long received) {
        long all = sent.get();
        return new Counts(all, all * bytesEach, acknowledged, failed, received, 0, 0, 0);
    }
}
