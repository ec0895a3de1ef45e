package dev.weir.feature.transactions;

import dev.weir.plan.LoadPart;

/**
 * Transactions in which messages are sent.
 *
 * @param messages messages of each transaction, in [1, {@link #MAX_MESSAGES}]
 * @param abortRatio share of the transactions that are aborted on purpose, in [0, 1]; the seed selects them
 */
public record TransactionSpec(int messages, double abortRatio) implements LoadPart {
    /** Largest transaction: a producer keeps the times of each message until its transaction ends. */
    static final int MAX_MESSAGES = 100_000;

    public TransactionSpec {
        if (messages < 1 || messages > MAX_MESSAGES || !(abortRatio >= 0 && abortRatio <= 1)) {
            throw new IllegalArgumentException("a transaction needs messages in [1, " + MAX_MESSAGES
                    + "] and an abortRatio in [0, 1], got " + messages + ", " + abortRatio);
        }
    }
}
