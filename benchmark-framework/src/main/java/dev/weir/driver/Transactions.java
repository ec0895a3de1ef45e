package dev.weir.driver;

/** What a system that has transactions offers beyond {@link Driver#openProducer}. Any thread. */
public interface Transactions {

    /**
     * Opens a producer whose messages belong to transactions, and returns when it may begin one. What was left open under
     * the same {@link TransactionalSpec#transactionalId} is aborted, and its producer fenced.
     *
     * @param listener hears of every message that is sent, see {@link SendListener}
     * @throws DriverException if the producer cannot be made
     */
    TransactionalProducer openProducer(TransactionalSpec spec, SendListener listener);
}
