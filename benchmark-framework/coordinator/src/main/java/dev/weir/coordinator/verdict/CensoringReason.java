package dev.weir.coordinator.verdict;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes the reason that headline latencies contain messages without an end: which figures are lower bounds, and what
 * OMB's fields contain.
 */
public final class CensoringReason {
    private CensoringReason() {}

    /** Returns the reason; empty if all messages had an end. */
    public static Optional<Reason> of(LatencySet measured) {
        List<String> counts = new ArrayList<>();
        var figures = new NamedFigures();
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            if (samples.censored() > 0) {
                counts.add(String.format(
                        Locale.ROOT,
                        "%,d of %,d have no %s (%s)",
                        samples.censored(),
                        samples.total(),
                        latency.key(),
                        unknown(LatencySummary.of(samples))));
                figures.with(latency.key() + "CensoredMessages", samples.censored())
                        .with(latency.key() + "Messages", samples.total());
            }
        }
        return counts.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.of(
                        ReasonCode.LATENCIES_CENSORED,
                        Severity.NOTE,
                        "messages of the measurement were not sent, failed, or were not delivered: "
                                + String.join(", and ", counts)
                                + ". They count as slower than all others. OMB's fields publishLatency*,"
                                + " publishDelayLatency* and endToEndLatency* leave them out",
                        figures.byName(),
                        Optional.empty()));
    }

    private static String unknown(LatencySummary summary) {
        return summary.greaterThan().stream()
                .filter(summary.quantilesNanos()::containsKey)
                .findFirst()
                .map(first -> "quantiles from " + first + " on are lower bounds")
                .orElse("the maximum is a lower bound");
    }
}
