package dev.weir.driver.transaction;

import dev.weir.driver.client.Producer;
import dev.weir.driver.client.Reader;
import dev.weir.driver.exception.DriverException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to any topic, in one transaction after another. All methods except {@link #close} are called by one
 * thread. They block until the system has answered, except {@link #begin} and {@link #send}, which need no answer.
 *
 * <p>A {@link TransactionException} states what a caller can do; any other {@link DriverException} ends the producer.
 */
public interface TransactionalProducer extends AutoCloseable {

    /** Begins a transaction; none may be open. */
    void begin();

    /**
     * Sends one message within the open transaction; otherwise as {@link Producer#send}, including the listener. An
     * acknowledged message is not committed yet.
     *
     * @param topic topic of the message
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
     * @param offsets offset of the next message to be read, by partition of the reader's topic
     * @throws TransactionException if that is refused
     */
    void sendOffsets(Reader reader, Map<Integer, Long> offsets);

    /**
     * Commits the open transaction: readers of committed messages can read its messages from then on.
     *
     * @throws TransactionException if it is not committed, or if that is unknown
     */
    void commit();

    /**
     * Aborts the open transaction. Its unacknowledged messages are reported as failed.
     *
     * @throws TransactionException if that is refused, or if its outcome is unknown
     */
    void abort();

    /** Returns how long brokers have delayed this client so far, see {@link Producer#throttledNanos}. Any thread. */
    default long throttledNanos() {
        return 0;
    }

    /** Returns metrics of the client library, as {@link Producer#metrics}. Any thread, until {@link #close}. */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /** Closes, within 10 s. An open transaction is aborted. Any thread. */
    @Override
    void close();
}
