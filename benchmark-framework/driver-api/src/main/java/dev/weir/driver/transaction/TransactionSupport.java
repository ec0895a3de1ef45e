package dev.weir.driver.transaction;

import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;

/** Transactions of a system. Any thread. */
public interface TransactionSupport {

    /**
     * Opens a producer whose messages belong to transactions, and returns when it can begin one. An open transaction of
     * the same {@link TransactionalSpec#transactionalId} is aborted, and its producer is fenced.
     *
     * @param listener receives the outcome of each message, see {@link SendListener}
     * @throws DriverException if the producer cannot be opened
     */
    TransactionalProducer openProducer(TransactionalSpec spec, SendListener listener);
}
