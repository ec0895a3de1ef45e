package dev.weir.feature.transactions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.wire.message.Message;
import java.util.Arrays;
import java.util.List;
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

    /**
     * Figures that Redpanda's transaction benchmarks print of their samples, exact: percentile q of n sorted samples is the
     * one at index {@code (int) (n * q)}. Nanoseconds.
     *
     * @param totalNanos largest sum of the samples of one client
     */
    public record TransactionFigures(
            long count, long totalNanos, long minNanos, long p50Nanos, long p99Nanos, long maxNanos) {

        /** Computes the figures of all samples, at least one, and sorts them. */
        public static TransactionFigures of(long[] samples, long totalNanos) {
            Arrays.sort(samples);
            int n = samples.length;
            return new TransactionFigures(
                    n, totalNanos, samples[0], samples[(int) (n * 0.5)], samples[(int) (n * 0.99)], samples[n - 1]);
        }
    }

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
}
