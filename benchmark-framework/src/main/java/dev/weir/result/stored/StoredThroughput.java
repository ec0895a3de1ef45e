package dev.weir.result.stored;

import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbLists;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

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
 * @param delivered messages received, of all subscriptions together that are there from the begin
 */
public record StoredThroughput(
        OptionalDouble target,
        OptionalDouble offered,
        OptionalDouble achieved,
        OptionalDouble answered,
        OptionalDouble reads,
        OptionalDouble delivered) {
    static StoredThroughput of(StoredResult result) {
        return result.schemaVersion() == 0 ? ofOmb(result) : ofOurs(result);
    }

    /** How long its intervals really were, only its rates know. */
    private static StoredThroughput ofOmb(StoredResult result) {
        OmbLists.Rates rates = result.document().series().rates();
        OptionalDouble achieved = OmbLists.numbers(rates.publishRate()).average();
        return new StoredThroughput(
                OmbFigures.target(result.document()),
                OptionalDouble.empty(),
                achieved,
                achieved,
                OptionalDouble.empty(),
                OmbLists.numbers(rates.consumeRate()).average());
    }

    private static StoredThroughput ofOurs(StoredResult result) {
        Optional<Throughput> told = result.weir().load().throughput();
        Optional<Throughput> measured = told.filter(rates -> rates.seconds() > 0);
        return new StoredThroughput(
                told.map(Throughput::targetMessagesPerSecond).orElse(OptionalDouble.empty()),
                figure(measured, Throughput::offeredMessagesPerSecond),
                figure(measured, Throughput::achievedMessagesPerSecond),
                figure(measured, rates -> rates.answeredMessagesPerSecond(result.recordsPerRead())),
                figure(measured, Throughput::readsPerSecond),
                figure(measured, Throughput::deliveredMessagesPerSecond));
    }

    private static OptionalDouble figure(Optional<Throughput> measured, ToDoubleFunction<Throughput> figure) {
        return measured.stream().mapToDouble(figure).findFirst();
    }
}
