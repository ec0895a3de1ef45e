package dev.weir.result.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a transaction benchmark found.
 *
 * @param benchmark its name
 * @param clients that ran it at once
 * @param messagesPerTransaction of each transaction
 * @param times how long it took
 * @param timeouts how often no answer came in time
 * @param unavailableSeconds how long nothing succeeded, of the client for which that is longest
 * @param rawFile where the single times are; empty if that was not wanted
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
     * @param offsets the calls that sent offsets in them; empty where none are sent
     * @param commit their commit calls
     * @param withoutTransaction the same work without a transaction; empty where that was not wanted
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
