package dev.weir.result;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Rates of a measurement as a result file tells them, ours or OMB's, per second. Empty where nothing was measured, or where
 * the file does not say.
 *
 * @param target messages asked for; empty where there was no rate; in ours also known of a run that measured nothing
 * @param offered send calls
 * @param achieved messages acknowledged
 * @param answered what counts for the target: messages acknowledged, those of aborted transactions, and reads, each as the
 *     messages of a request
 * @param reads reads that were answered
 * @param delivered messages received, of all subscriptions together
 */
public record StoredThroughput(
        OptionalDouble target,
        OptionalDouble offered,
        OptionalDouble achieved,
        OptionalDouble answered,
        OptionalDouble reads,
        OptionalDouble delivered) {
    public StoredThroughput {
        Objects.requireNonNull(target);
        Objects.requireNonNull(offered);
        Objects.requireNonNull(achieved);
        Objects.requireNonNull(answered);
        Objects.requireNonNull(reads);
        Objects.requireNonNull(delivered);
    }

    static StoredThroughput of(StoredResult result) {
        return result.schemaVersion() == 0 ? ofOmb(result) : ofOurs(result);
    }

    /** How long its intervals really were, only its rates know. */
    private static StoredThroughput ofOmb(StoredResult result) {
        OptionalDouble rate = result.number("producerRate");
        OptionalDouble achieved = result.series("publishRate").average();
        return new StoredThroughput(
                rate.orElse(0) > 0 ? rate : OptionalDouble.empty(),
                OptionalDouble.empty(),
                achieved,
                achieved,
                OptionalDouble.empty(),
                result.series("consumeRate").average());
    }

    private static StoredThroughput ofOurs(StoredResult result) {
        OptionalDouble achieved = measured(result, "achievedMessagesPerSecond");
        OptionalDouble reads = measured(result, "readsPerSecond");
        double others =
                measured(result, "abortedMessagesPerSecond").orElse(0) + reads.orElse(0) * result.recordsPerRead();
        return new StoredThroughput(
                result.number("weir", "throughput", "targetMessagesPerSecond"),
                measured(result, "offeredMessagesPerSecond"),
                achieved,
                achieved.isPresent() ? OptionalDouble.of(achieved.getAsDouble() + others) : achieved,
                reads,
                measured(result, "deliveredMessagesPerSecond"));
    }

    private static OptionalDouble measured(StoredResult result, String figure) {
        return result.number("weir", "throughput", "seconds").orElse(0) > 0
                ? result.number("weir", "throughput", figure)
                : OptionalDouble.empty();
    }
}
