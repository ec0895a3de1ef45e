package dev.weir.result.run;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a transaction benchmark found.
 *
 * @param benchmark its name
 * @param clients that ran it at once
 * @param messagesPerTransaction of each transaction
 * @param transaction whole transactions that were committed at the first attempt; empty if there was none
 * @param offsets the calls that sent offsets in them; empty where none are sent
 * @param commit their commit calls
 * @param withoutTransaction the same work without a transaction; empty where that was not wanted
 * @param overheadRatio median with transactions over median without
 * @param timeouts how often no answer came in time
 * @param unavailableSeconds how long nothing succeeded, of the client for which that is longest
 * @param rawFile where the single times are; empty if that was not wanted
 */
public record TransactionLoopResult(
        String benchmark,
        int clients,
        int messagesPerTransaction,
        Optional<TransactionFigures> transaction,
        Optional<TransactionFigures> offsets,
        Optional<TransactionFigures> commit,
        Optional<TransactionFigures> withoutTransaction,
        OptionalDouble overheadRatio,
        long timeouts,
        double unavailableSeconds,
        Optional<String> rawFile) {}
