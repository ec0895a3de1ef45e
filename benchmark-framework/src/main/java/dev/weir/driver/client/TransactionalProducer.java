package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.TransactionException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to any topic, in one transaction after another. All methods but {@link #close} are called by one thread,
 * and block until the system has answered, but for {@link #begin} and {@link #send}, which ask nothing of it.
 *
 * <p>A {@link TransactionException} says what a caller can do; any other {@link DriverException} ends the producer.
 */
public interface TransactionalProducer extends AutoCloseable {

    /** Begins a transaction; none is open. */
    void begin();

    /**
     * Sends one message within the open transaction; otherwise as {@link Producer#send}, listener included. That it is
     * acknowledged does not mean that it is committed.
     *
     * @param topic where to
     * @param partition of that topic; -1: the client chooses
     */
    void send(
            String topic,
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos);

    /**
     * Makes positions of a reader's group part of the open transaction.
     *
     * @param reader of the same driver, with a group
     * @param offsets by partition of the reader's topic: of the next message to be read
     * @throws TransactionException if that is refused
     */
    void sendOffsets(Reader reader, Map<Integer, Long> offsets);

    /**
     * Commits the open transaction: what was sent in it can be seen by readers of committed messages from then on.
     *
     * @throws TransactionException if it is not, or if that is unknown
     */
    void commit();

    /**
     * Aborts the open transaction. Messages of it that are not acknowledged yet are reported as failed.
     *
     * @throws TransactionException if that is refused, or if its outcome is unknown
     */
    void abort();

    /**
     * What the client library reports, as {@link Producer#metrics}. Any thread, until {@link #close}.
     */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /** Closes, within 10 s. A transaction that is open is aborted. Any thread. */
    @Override
    void close();
}
