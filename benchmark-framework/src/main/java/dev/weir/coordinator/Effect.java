package dev.weir.coordinator;

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
 * Which headline figures come from the instrument's own standing still. A quantile does if at least half of the samples
 * beyond it can: if that share of the messages was held up for at least half of the quantile's value. A pause of 5 ms says
 * nothing of a p99 of 2 s; one of 50 ms in a minute explains a p99.9 of 3 ms, since it held up 0.08 % of the messages for
 * longer than 1.5 ms.
 *
 * @param text the figures, for a person; empty if there is none
 * @param touchesQuantiles whether quantiles up to p99.9 are among them, which a run is read for; else a single pause made
 *     what they say
 */
record Effect(String text, boolean touchesQuantiles) {
    private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};
    private static final double LAST_QUANTILE = 99.9;
    private static final double HALF = 0.5;

    /** Which share of a latency's messages was held up for longer than so many nanoseconds. */
    interface Share {
        double heldUpLonger(Latency latency, long nanos);
    }

    /**
     * Of something that holds messages up.
     *
     * @param worst the longest time for which it held one up; empty if it never did
     */
    static Effect of(LatencySet measured, Share share, OptionalLong worst) {
        Map<String, String> latenciesByFigures = new LinkedHashMap<>();
        boolean quantiles = false;
        for (Latency latency : measured.headlines()) {
            LatencySamples samples = measured.of(latency);
            List<String> touched = new ArrayList<>();
            for (double percentile : PERCENTILES) {
                long least = (long) (samples.percentileNanos(percentile) * HALF);
                double beyond = (100 - percentile) / 100;
                if (samples.isAdequate(percentile) && share.heldUpLonger(latency, least) >= beyond * HALF) {
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
        return new Effect(text, quantiles);
    }

    /** Whether it touches nothing. */
    boolean isNone() {
        return text.isEmpty();
    }
}
