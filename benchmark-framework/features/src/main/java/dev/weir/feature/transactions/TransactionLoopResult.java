package dev.weir.feature.transactions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a transaction benchmark found.
 *
 * @param clients number of clients at once
 * @param messagesPerTransaction messages of each transaction
 * @param timeouts number of calls without an answer in time
 * @param unavailableSeconds longest total time without success of one client
 * @param rawFile file with the single times; empty if not requested
 */
public record TransactionLoopResult(
        String benchmark,
        int clients,
        int messagesPerTransaction,
        @JsonUnwrapped Times times,
        long timeouts,
        double unavailableSeconds,
        Optional<String> rawFile) {
    /**
     * How long it took.
     *
     * @param transaction whole transactions that were committed at the first attempt; empty if there was none
     * @param offsets calls that sent offsets in them; empty if there were none
     * @param withoutTransaction the same work without a transaction; empty if not requested
     */
    public record Times(
            Optional<TransactionFigures> transaction,
            Optional<TransactionFigures> offsets,
            Optional<TransactionFigures> commit,
            Optional<TransactionFigures> withoutTransaction) {
        /** Median with transactions over median without. */
        @JsonProperty
        public OptionalDouble overheadRatio() {
            return transaction.isPresent() && withoutTransaction.isPresent()
                    ? OptionalDouble.of((double) transaction.get().p50Nanos()
                            / withoutTransaction.get().p50Nanos())
                    : OptionalDouble.empty();
        }
    }
}
