package dev.weir.feature.transactions;

import dev.weir.wire.message.Message;

/**
 * Transactions that have ended.
 *
 * @param committed transactions whose commit the system confirmed
 * @param aborted transactions that were aborted on purpose
 * @param failed transactions that were aborted because of an error, or were given up, so that their outcome is unknown
 */
public record TransactionCounts(long committed, long aborted, long failed) {
    public static final TransactionCounts NONE = new TransactionCounts(0, 0, 0);

    /** Worker: transactions of all its clients that have ended since its previous message. */
    record TransactionsEnded(TransactionCounts counts) implements Message.OfFeature {
        TransactionsEnded plus(TransactionsEnded other) {
            return new TransactionsEnded(counts.plus(other.counts));
        }
    }

    public TransactionCounts plus(TransactionCounts other) {
        return new TransactionCounts(committed + other.committed, aborted + other.aborted, failed + other.failed);
    }

    TransactionCounts minus(TransactionCounts earlier) {
        return new TransactionCounts(committed - earlier.committed, aborted - earlier.aborted, failed - earlier.failed);
    }
}
