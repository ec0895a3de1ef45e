package dev.weir.coordinator.verdict;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Which headline figures come from the instrument's own standing still. A quantile does if it would be lower by more than a
 * quarter without. What held messages up did so at moments of its own, so that a message which it held up would otherwise
 * have taken as long as any other: the share of the messages that it lifted beyond three quarters of the quantile is known
 * from how long it held up which share of them, and from the distribution of all. If no more than the quantile's own share
 * is left beyond that, the quantile would lie below it.
 *
 * <p>A pause of 5 ms says nothing of a p99 of 2 s. A pause that lifted 0.02 % of the messages explains a p99.9 of 20 ms if
 * 0.11 % of the messages took longer than 15 ms, and not if 1 % did.
 *
 * @param text the figures, for a person; empty if there is none
 * @param touchesQuantiles whether quantiles up to p99.9 are among them, which a run is read for; else a single pause made
 *     what they say
 */
record AffectedFigures(String text, boolean touchesQuantiles) {
    private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};
    private static final double LAST_QUANTILE = 99.9;
    private static final double HALF = 0.5;
    private static final double KEPT = 0.75;

    /** Times to be held up are told apart by a fifth: what held up a message for less than a sixteenth matters little. */
    private static final double STEP = Math.pow(2, 0.25);

    private static final int STEPS = 16;

    /** Which share of a latency's messages was held up for longer than so many nanoseconds. */
    interface Share {
        double heldUpLonger(Latency latency, long nanos);
    }

    /**
     * Of something that holds messages up.
     *
     * @param worst the longest time for which it held one up; empty if it never did
     */
    static AffectedFigures of(LatencySet measured, Share share, OptionalLong worst) {
        Map<String, String> latenciesByFigures = new LinkedHashMap<>();
        boolean quantiles = false;
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            List<String> touched = new ArrayList<>();
            for (double percentile : PERCENTILES) {
                if (samples.isAdequate(percentile) && explains(latency, samples, percentile, share)) {
                    quantiles |= percentile <= LAST_QUANTILE;
                    touched.add(percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile);
                }
            }
            if (samples.count() > 0 && worst.orElse(0) > samples.maxNanos() * HALF) {
                touched.add("max");
            }
            if (!touched.isEmpty()) {
                latenciesByFigures.merge(
                        String.join(" ", touched), latency.key(), (one, other) -> one + " and " + other);
            }
        }
        String text = latenciesByFigures.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return new AffectedFigures(text, quantiles);
    }

    private static boolean explains(Latency latency, LatencySamples samples, double percentile, Share share) {
        long limit = (long) (samples.percentileNanos(percentile) * KEPT);
        double lifted = lifted(latency, samples, limit, share);
        return lifted > 0 && beyond(samples, limit) - lifted <= (100 - percentile) / 100;
    }

    /** Share of the messages that would have taken no longer than the limit if nothing had held them up. */
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

    /** Samples that did not end rank above all others. */
    private static double beyond(LatencySamples samples, long nanos) {
        return (double) (samples.values().countAbove(nanos) + samples.censored()) / samples.total();
    }

    /** Whether it touches nothing. */
    boolean isNone() {
        return text.isEmpty();
    }
}
