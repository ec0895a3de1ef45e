package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import dev.weir.feature.transactions.TransactionCounts.TransactionsEnded;
import dev.weir.measure.Counter;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A transactional producer that handles failures as an application does: it retries if the outcome is unknown, aborts
 * if that helps, and otherwise reopens the producer. Used by one thread, except for the methods that name another one.
 */
final class TransactionClient {
    /** A system with which nothing succeeds for this long counts as down. */
    static final Duration OUTAGE_LIMIT = Duration.ofMinutes(5);

    /** As long as Kafka's delivery.timeout.ms; after that, a call is not repeated. */
    private static final Duration RETRY_LIMIT = Duration.ofMinutes(2);

    private final TransactionSupport transactions;
    private final TransactionalSpec spec;
    private final SendListener listener;
    private final Clock clock;
    private final ErrorTally errors;
    private final Counter committed = new Counter();
    private final Counter aborted = new Counter();
    private final Counter failed = new Counter();
    private final Counter timeouts = new Counter();
    private long firstFailureNanos;
    private long lastFailureNanos;
    private TransactionalProducer producer;
    private boolean closed;
    private TransactionCounts drained = TransactionCounts.NONE;

    enum TransactionOutcome {
        COMMITTED,
        ABORTED,
        /** The producer was reopened, after a pause; the last call of the old one may have had an effect or not. */
        UNKNOWN
    }

    /** @param clientId also the transactional id */
    TransactionClient(
            Driver driver,
            String clientId,
            List<MessageHeader> headers,
            SendListener listener,
            Clock clock,
            ErrorTally errors) {
        this.transactions =
                driver.transactions().orElseThrow(() -> new IllegalStateException("the driver has no transactions"));
        this.spec = new TransactionalSpec(clientId, clientId, headers);
        this.listener = listener;
        this.clock = clock;
        this.errors = errors;
        this.producer = transactions.openProducer(spec, listener);
    }

    List<MessageHeader> headers() {
        return spec.headers();
    }

    /** Returns the current producer. It sends between {@link #begin} and the end of a transaction. Any thread, until close. */
    synchronized TransactionalProducer producer() {
        return producer;
    }

    void begin() {
        while (true) {
            try {
                producer().begin();
                return;
            } catch (DriverException e) {
                failed.increment();
                note(e);
                reopen(e);
            }
        }
    }

    TransactionOutcome commit() {
        return end(TransactionalProducer::commit, TransactionOutcome.COMMITTED, committed);
    }

    /** Aborts the open transaction on purpose. */
    TransactionOutcome abort() {
        return end(TransactionalProducer::abort, TransactionOutcome.ABORTED, aborted);
    }

    private TransactionOutcome end(Consumer<TransactionalProducer> step, TransactionOutcome done, Counter ended) {
        TransactionOutcome outcome = attempt(step, done);
        if (outcome == done) {
            succeeded();
            ended.increment();
        } else {
            failed.increment();
        }
        return outcome;
    }

    /** Ends the open transaction after something in it has failed. */
    TransactionOutcome recover(DriverException failure) {
        failed.increment();
        return endAfter(failure, Deadline.after(clock, RETRY_LIMIT));
    }

    private TransactionOutcome attempt(Consumer<TransactionalProducer> step, TransactionOutcome done) {
        Deadline limit = Deadline.after(clock, RETRY_LIMIT);
        while (true) {
            try {
                step.accept(producer());
                return done;
            } catch (DriverException e) {
                if (remedy(e) != Remedy.RETRY || limit.isOver()) {
                    return endAfter(e, limit);
                }
                note(e);
            }
        }
    }

    private TransactionOutcome endAfter(DriverException failure, Deadline limit) {
        note(failure);
        boolean aborts = remedy(failure) == Remedy.ABORT;
        while (aborts && !limit.isOver()) {
            try {
                producer().abort();
                return TransactionOutcome.ABORTED;
            } catch (DriverException e) {
                note(e);
                aborts = remedy(e) == Remedy.RETRY;
            }
        }
        reopen(failure);
        return TransactionOutcome.UNKNOWN;
    }

    /** Returns the remedy. A failure that ends a producer does not end the application: it opens another one. */
    private static Remedy remedy(DriverException failure) {
        return failure instanceof TransactionException ofTransaction ? ofTransaction.remedy() : Remedy.CLOSE;
    }

    /** Counts a failure under the client's name for it. */
    void note(DriverException failure) {
        if (failure instanceof TransactionException ofTransaction && ofTransaction.isLate()) {
            timeouts.increment();
        }
        errors.add(failure.getCause() == null ? failure : failure.getCause());
    }

    /**
     * Reopens the producer, which ends the transactions of the old one. While the system is unavailable, this is
     * repeated.
     */
    private void reopen(DriverException why) {
        try {
            producer().close();
        } catch (DriverException e) {
            // The old producer is not used again.
            note(e);
        }
        DriverException because = why;
        while (true) {
            synchronized (this) {
                if (closed) {
                    throw because;
                }
            }
            pauseBeforeRetry(because);
            try {
                TransactionalProducer opened = transactions.openProducer(spec, listener);
                synchronized (this) {
                    producer = opened;
                    if (closed) {
                        opened.close();
                    }
                }
                return;
            } catch (DriverException e) {
                note(e);
                because = e;
            }
        }
    }

    /** Returns how many calls were not answered in time. Any thread. */
    long timeouts() {
        return timeouts.get();
    }

    TransactionCounts counts() {
        return new TransactionCounts(committed.get(), aborted.get(), failed.get());
    }

    /** Adds transactions that have ended since the previous call. The session's thread. */
    void drainInto(SnapshotBuilder snapshot) {
        TransactionCounts now = counts();
        if (!now.equals(drained)) {
            var ended = new TransactionsEnded(now.minus(drained));
            snapshot.sum(TransactionsEnded.class, ended, TransactionsEnded::plus);
            drained = now;
        }
    }

    /** Aborts what is open. Any thread. */
    synchronized void close() {
        closed = true;
        producer.close();
    }

    /**
     * Pauses before a retry of this client or of the loop that uses it, unless it is the first one after a success, or
     * after 5 minutes without a failure.
     *
     * @throws DriverException if nothing has succeeded for 5 minutes of failures
     */
    void pauseBeforeRetry(DriverException why) {
        long now = clock.epochNanos();
        boolean isFirst = now - lastFailureNanos > OUTAGE_LIMIT.toNanos();
        lastFailureNanos = now;
        if (isFirst) {
            firstFailureNanos = now;
        } else if (now - firstFailureNanos > OUTAGE_LIMIT.toNanos()) {
            String text = " has tried without success for " + OUTAGE_LIMIT.toMinutes() + " minutes: ";
            throw new DriverException(spec.clientId() + text + why.getMessage(), why);
        } else {
            pause();
        }
    }

    void succeeded() {
        lastFailureNanos = 0;
    }

    /** Prevents thousands of calls per second to a system that refuses them at once. */
    static void pause() {
        LockSupport.parkNanos(100_000_000);
    }
}
