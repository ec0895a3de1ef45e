package dev.weir.measure;

/**
 * Transactions that have ended.
 *
 * @param committed transactions whose commit the system confirmed
 * @param aborted transactions that were aborted on purpose
 * @param failed transactions that were aborted because of an error, or were given up, so that their outcome is unknown
 */
public record TransactionCounts(long committed, long aborted, long failed) {
    /** Counts without transactions. */
    public static final TransactionCounts NONE = new TransactionCounts(0, 0, 0);

    public TransactionCounts plus(TransactionCounts other) {
        return new TransactionCounts(committed + other.committed, aborted + other.aborted, failed + other.failed);
    }
}
