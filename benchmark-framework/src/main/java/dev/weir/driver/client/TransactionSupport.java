package dev.weir.driver.client;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;

/** What a system that has transactions offers beyond {@code Driver.openProducer}. Any thread. */
public interface TransactionSupport {

    /**
     * Opens a producer whose messages belong to transactions, and returns when it may begin one. What was left open under
     * the same {@link TransactionalSpec#transactionalId} is aborted, and its producer fenced.
     *
     * @param listener hears of every message that is sent, see {@link SendListener}
     * @throws DriverException if the producer cannot be made
     */
    TransactionalProducer openProducer(TransactionalSpec spec, SendListener listener);

    /**
     * For how long at most what a client leaves behind that dies holds others back: those who read what is committed by the
     * transaction that it left open, and those of its group by the partitions that it had. None where others hear of its
     * death at once.
     */
    default Duration takeOver() {
        return Duration.ZERO;
    }
}
