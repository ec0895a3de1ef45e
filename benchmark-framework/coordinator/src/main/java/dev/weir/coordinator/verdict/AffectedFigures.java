package dev.weir.coordinator.verdict;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Headline figures that a standstill of the instrument explains. A quantile counts as affected if it would be lower by
 * more than a quarter without the standstill. Standstills happen independently of messages, so a delayed message would
 * otherwise have taken as long as any other. The length of the standstills, the share of messages that they delayed,
 * and the distribution of all latencies give the share of messages that they lifted beyond three quarters of the
 * quantile. If the remaining messages beyond that limit are no more than the quantile's own share, the quantile would
 * lie below the limit.
 *
 * <p>A pause of 5 ms explains nothing about a p99 of 2 s. A pause that lifted 0.02 % of the messages explains a p99.9
 * of 20 ms if 0.11 % of the messages took longer than 15 ms, but not if 1 % did.
 *
 * @param text the figures, for a person; empty if there is none
 * @param fromPercentile lowest percentile among them, 100 for the maximum; empty if there is none
 */
record AffectedFigures(String text, OptionalDouble fromPercentile) {
    private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};
    private static final double LAST_QUANTILE = 99.9;
    private static final double MAX = 100;
    private static final double HALF = 0.5;
    private static final double KEPT = 0.75;

    /** Ratio of successive delays in the sum. Delays below a sixteenth of the limit are ignored. */
    private static final double STEP = Math.pow(2, 0.25);

    private static final int STEPS = 16;

    /** Share of the messages of a latency that were delayed by more than a number of nanoseconds. */
    interface Share {
        double heldUpLonger(Latency latency, long nanos);
    }

    /** @param worst longest delay of a message; empty if there was none */
    static AffectedFigures of(LatencySet measured, Share share, OptionalLong worst) {
        Map<String, String> latenciesByFigures = new LinkedHashMap<>();
        double from = Double.POSITIVE_INFINITY;
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            List<String> touched = new ArrayList<>();
            for (double percentile : PERCENTILES) {
                if (samples.isAdequate(percentile) && explains(latency, samples, percentile, share)) {
                    from = Math.min(from, percentile);
                    touched.add(percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile);
                }
            }
            if (samples.count() > 0 && worst.orElse(0) > samples.maxNanos() * HALF) {
                from = Math.min(from, MAX);
                touched.add("max");
            }
            if (!touched.isEmpty()) {
                latenciesByFigures.merge(inWords(touched), latency.key(), (one, other) -> one + " and " + other);
            }
        }
        String text = latenciesByFigures.entrySet().stream()
                .map(entry -> entry.getKey() + " of " + entry.getValue())
                .collect(Collectors.joining(", and "));
        return new AffectedFigures(text, from <= MAX ? OptionalDouble.of(from) : OptionalDouble.empty());
    }

    private static String inWords(List<String> figures) {
        int last = figures.size() - 1;
        return last == 0 ? figures.get(0) : String.join(", ", figures.subList(0, last)) + " and " + figures.get(last);
    }

    private static boolean explains(Latency latency, LatencySamples samples, double percentile, Share share) {
        long limit = (long) (samples.percentileNanos(percentile) * KEPT);
        double lifted = lifted(latency, samples, limit, share);
        return lifted > 0 && beyond(samples, limit) - lifted <= (100 - percentile) / 100;
    }

    /** Returns the share of messages that would have taken no longer than the limit without a delay. */
    private static double lifted(Latency latency, LatencySamples samples, long limit, Share share) {
        double beyond = beyond(samples, limit);
        double heldUp = share.heldUpLonger(latency, limit);
        double lifted = heldUp * (1 - beyond);
        for (int step = 1; step <= STEPS; step++) {
            long nanos = (long) (limit / Math.pow(STEP, step));
            double more = share.heldUpLonger(latency, nanos);
            lifted += (more - heldUp) * (beyond(samples, limit - nanos) - beyond);
            heldUp = more;
        }
        return lifted;
    }

    /** Returns the share of samples beyond a time; samples without an end count as above all others. */
    private static double beyond(LatencySamples samples, long nanos) {
        return (double) (samples.values().countAbove(nanos) + samples.censored()) / samples.total();
    }

    /**
     * Returns whether quantiles up to p99.9, for which a run is read, are affected; otherwise a single pause explains the
     * figures.
     */
    boolean touchesQuantiles() {
        return fromPercentile.orElse(MAX) <= LAST_QUANTILE;
    }

    NamedFigures figures() {
        var figures = new NamedFigures();
        fromPercentile.ifPresent(percentile -> figures.with(Reason.FROM_PERCENTILE, percentile));
        return figures;
    }

    boolean isNone() {
        return text.isEmpty();
    }
}
