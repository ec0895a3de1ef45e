package dev.weir.workload.load;

/**
 * Transactions in which messages are sent.
 *
 * @param messages messages of each transaction, in [0, {@link #MAX_MESSAGES}]; 0: no transactions
 * @param abortRatio share of the transactions that are aborted on purpose, in [0, 1]; the seed selects them
 */
public record TransactionSpec(int messages, double abortRatio) {
    /** A producer keeps the times of each message until its transaction ends. */
    public static final int MAX_MESSAGES = 100_000;

    public static final TransactionSpec NONE = new TransactionSpec(0, 0);

    public TransactionSpec {
        if (messages < 0 || messages > MAX_MESSAGES || !(abortRatio >= 0 && abortRatio <= 1)) {
            throw new IllegalArgumentException("a transaction needs messages in [0, " + MAX_MESSAGES
                    + "] and an abortRatio in [0, 1], got " + messages + ", " + abortRatio);
        }
    }

    public boolean isWanted() {
        return messages > 0;
    }
}
