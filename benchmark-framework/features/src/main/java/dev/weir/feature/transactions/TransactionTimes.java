package dev.weir.feature.transactions;

import dev.weir.wire.message.Message;
import java.util.List;

/**
 * Single times of a client of a transaction benchmark since the previous message, in nanoseconds; only of
 * transactions that were committed at the first attempt.
 *
 * @param client its number in the run
 * @param nanos times of whole transactions
 * @param offsetsNanos times to send the offsets of each; 0 where none are sent
 * @param commitNanos times of the commit calls
 * @param withoutNanos times of the same work without transactions
 * @param timeouts number of calls so far that were repeated because no answer arrived in time
 * @param unavailableNanos time so far without success: from the begin of a failed attempt to the end of the next
 *     successful one
 */
record TransactionTimes(
        int client,
        List<Long> nanos,
        List<Long> offsetsNanos,
        List<Long> commitNanos,
        List<Long> withoutNanos,
        long timeouts,
        long unavailableNanos)
        implements Message.OfFeature {
    TransactionTimes {
        nanos = List.copyOf(nanos);
        offsetsNanos = List.copyOf(offsetsNanos);
        commitNanos = List.copyOf(commitNanos);
        withoutNanos = List.copyOf(withoutNanos);
        if (nanos.size() != offsetsNanos.size() || nanos.size() != commitNanos.size()) {
            throw new IllegalArgumentException("each transaction has three times, got " + nanos.size() + ", "
                    + offsetsNanos.size() + " and " + commitNanos.size());
        }
    }
}
