package dev.weir.worker.transaction;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.client.TransactionSupport;
import dev.weir.driver.client.TransactionalProducer;
import dev.weir.driver.client.TransactionalSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.TransactionException;
import dev.weir.driver.exception.TransactionException.Remedy;
import dev.weir.measure.Counter;
import dev.weir.measure.TransactionCounts;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.Map;

/**
 * A transactional producer, and what an application does when a transaction fails: it asks again where it is unknown what
 * came of it, aborts where that helps, and else opens the producer anew. One thread, but for {@link #close} and
 * {@link #counts}.
 */
public final class TransactionClient {
    /** As long as Kafka's own delivery.timeout.ms: who has not answered by then is not asked again. */
    private static final Duration RETRY_LIMIT = Duration.ofMinutes(2);

    /** Without a commit in between: that is no hiccup any more. */
    private static final int MOST_REOPENINGS = 10;

    private final TransactionSupport transactions;
    private final TransactionalSpec spec;
    private final SendListener listener;
    private final Clock clock;
    private final ErrorTally errors;
    private final Counter committed = new Counter();
    private final Counter aborted = new Counter();
    private final Counter failed = new Counter();
    private final Counter timeouts = new Counter();
    private final Object lock = new Object();
    private TransactionalProducer producer;
    private boolean closed;
    private int reopenings;

    /** What came of a transaction. */
    public enum Outcome {
        COMMITTED,
        ABORTED,
        /** The producer was opened anew; what the old one was asked for last may have been done or not. */
        UNKNOWN
    }

    public TransactionClient(
            Driver driver, String transactionalId, SendListener listener, Clock clock, ErrorTally errors) {
        this.transactions =
                driver.transactions().orElseThrow(() -> new IllegalStateException("the driver has no transactions"));
        this.spec = new TransactionalSpec(transactionalId, transactionalId);
        this.listener = listener;
        this.clock = clock;
        this.errors = errors;
        this.producer = transactions.openProducer(spec, listener);
    }

    /** To send with, between {@link #begin} and the end of the transaction. */
    public TransactionalProducer producer() {
        synchronized (lock) {
            return producer;
        }
    }

    public void begin() {
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

    public Outcome commit() {
        Outcome outcome = attempt(TransactionalProducer::commit, Outcome.COMMITTED);
        if (outcome == Outcome.COMMITTED) {
            reopenings = 0;
            committed.increment();
        } else {
            failed.increment();
        }
        return outcome;
    }

    /** On purpose. */
    Outcome abort() {
        Outcome outcome = attempt(TransactionalProducer::abort, Outcome.ABORTED);
        (outcome == Outcome.ABORTED ? aborted : failed).increment();
        return outcome;
    }

    /** Ends the open transaction after something in it has failed. */
    public Outcome recover(DriverException failure) {
        failed.increment();
        return endAfter(failure, Deadline.after(clock, RETRY_LIMIT));
    }

    private Outcome attempt(Step step, Outcome done) {
        Deadline limit = Deadline.after(clock, RETRY_LIMIT);
        while (true) {
            try {
                step.run(producer());
                return done;
            } catch (DriverException e) {
                if (remedy(e) != Remedy.RETRY || limit.isOver()) {
                    return endAfter(e, limit);
                }
                note(e);
            }
        }
    }

    private Outcome endAfter(DriverException failure, Deadline limit) {
        note(failure);
        Remedy remedy = remedy(failure);
        while (remedy == Remedy.ABORT && !limit.isOver()) {
            try {
                producer().abort();
                return Outcome.ABORTED;
            } catch (DriverException e) {
                note(e);
                remedy = remedy(e) == Remedy.CLOSE ? Remedy.CLOSE : Remedy.ABORT;
            }
        }
        reopen(failure);
        return Outcome.UNKNOWN;
    }

    /** What ends a producer ends no application: it opens another one. */
    private static Remedy remedy(DriverException failure) {
        return failure instanceof TransactionException ofTransaction ? ofTransaction.remedy() : Remedy.CLOSE;
    }

    /** By the name that the client gives it. */
    private void note(DriverException failure) {
        if (failure instanceof TransactionException ofTransaction && ofTransaction.isLate()) {
            timeouts.increment();
        }
        errors.add(failure.getCause() == null ? failure : failure.getCause());
    }

    /** What the old producer left open ends with that. While the system is away, so is what opens a new one. */
    private void reopen(DriverException why) {
        Deadline limit = Deadline.after(clock, RETRY_LIMIT);
        closeOld();
        DriverException because = why;
        while (true) {
            if (isClosed()) {
                throw because;
            }
            if (++reopenings > MOST_REOPENINGS || limit.isOver()) {
                throw new DriverException(
                        spec.clientId() + " has tried " + (reopenings - 1)
                                + " times without a commit to open its producer anew: " + because.getMessage(),
                        because);
            }
            try {
                take(transactions.openProducer(spec, listener));
                return;
            } catch (DriverException e) {
                note(e);
                because = e;
            }
        }
    }

    /** It is not to be used any more, whether or not it can be closed. */
    private void closeOld() {
        try {
            producer().close();
        } catch (DriverException e) {
            note(e);
        }
    }

    private void take(TransactionalProducer opened) {
        synchronized (lock) {
            producer = opened;
            if (closed) {
                opened.close();
            }
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** How often no answer came in time. Any thread. */
    public long timeouts() {
        return timeouts.get();
    }

    /** Transactions that failed so far. Any thread. */
    public long failures() {
        return failed.get();
    }

    /** So far. Any thread. */
    public TransactionCounts counts() {
        return new TransactionCounts(committed.get(), aborted.get(), failed.get());
    }

    /** What the client library reports of the producer that there is now. Any thread, until {@link #close}. */
    Map<String, Double> metrics() {
        return producer().metrics();
    }

    /** Aborts what is open. Any thread. */
    public void close() {
        synchronized (lock) {
            closed = true;
            producer.close();
        }
    }

    /** One that ends a transaction. */
    private interface Step {
        void run(TransactionalProducer producer);
    }
}
