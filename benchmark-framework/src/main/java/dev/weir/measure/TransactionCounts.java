package dev.weir.measure;

/**
 * Transactions that have ended.
 *
 * @param committed of which the system has said so
 * @param aborted on purpose
 * @param failed that were to be committed, or aborted, and for which something else came: aborted because something went
 *     wrong, or given up, so that the outcome is unknown
 */
public record TransactionCounts(long committed, long aborted, long failed) {
    /** None. */
    public static final TransactionCounts NONE = new TransactionCounts(0, 0, 0);

    /** Both together. */
    public TransactionCounts plus(TransactionCounts other) {
        return new TransactionCounts(committed + other.committed, aborted + other.aborted, failed + other.failed);
    }
}
