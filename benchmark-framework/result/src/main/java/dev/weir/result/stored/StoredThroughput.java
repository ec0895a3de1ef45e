package dev.weir.result.stored;

import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.omb.OmbRate;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Rates of a measurement in a result file, Weir's or OMB's, per second. Empty if nothing was measured, or if unknown.
 *
 * @param target target rate; empty if there was none; in Weir's files also known for a run that measured nothing
 * @param offered send calls
 * @param achieved acknowledged messages
 * @param answered what counts for the target: acknowledged and aborted messages, and reads, each as the messages of a
 *     request
 * @param reads answered reads
 * @param delivered received messages of all subscriptions that began with the load
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

    /** Reads OMB's rates, because only they reflect the true lengths of its intervals. */
    private static StoredThroughput ofOmb(StoredResult result) {
        OmbLists lists = result.document().series();
        OptionalDouble achieved = mean(OmbRate.published(lists));
        return new StoredThroughput(
                OmbFigures.target(result.document()),
                OptionalDouble.empty(),
                achieved,
                achieved,
                OptionalDouble.empty(),
                mean(OmbRate.consumed(lists)));
    }

    private static OptionalDouble mean(Optional<OmbRate> rate) {
        return rate.stream().mapToDouble(OmbRate::mean).findFirst();
    }

    private static StoredThroughput ofOurs(StoredResult result) {
        Optional<Throughput> whole = result.weir().load().throughput();
        Optional<Throughput> measured = whole.filter(rates -> rates.seconds() > 0);
        return new StoredThroughput(
                whole.map(Throughput::targetMessagesPerSecond).orElse(OptionalDouble.empty()),
                figure(measured, Throughput::offeredMessagesPerSecond),
                figure(measured, Throughput::achievedMessagesPerSecond),
                figure(
                        measured,
                        rates -> rates.answeredMessagesPerSecond(result.weir().messagesPerRead())),
                figure(measured, Throughput::readsPerSecond),
                figure(measured, Throughput::deliveredMessagesPerSecond));
    }

    private static OptionalDouble figure(Optional<Throughput> measured, ToDoubleFunction<Throughput> figure) {
        return measured.stream().mapToDouble(figure).findFirst();
    }
}
