package dev.weir.workload.load;

/**
 * Transactions in which messages are sent.
 *
 * @param messages of each transaction, in [0, {@link #MOST_MESSAGES}]; 0: none is asked for
 * @param abortRatio the part of the transactions that are aborted on purpose, in [0, 1]; which, the seed decides
 */
public record TransactionSpec(int messages, double abortRatio) {
    /** A producer remembers the times of each message until its transaction ends. */
    public static final int MOST_MESSAGES = 100_000;

    /** None are asked for. */
    public static final TransactionSpec NONE = new TransactionSpec(0, 0);

    public TransactionSpec {
        if (messages < 0 || messages > MOST_MESSAGES || !(abortRatio >= 0 && abortRatio <= 1)) {
            throw new IllegalArgumentException("a transaction needs messages in [0, " + MOST_MESSAGES
                    + "] and an abortRatio in [0, 1], got " + messages + ", " + abortRatio);
        }
    }

    /** Whether they are asked for. */
    public boolean isWanted() {
        return messages > 0;
    }
}
