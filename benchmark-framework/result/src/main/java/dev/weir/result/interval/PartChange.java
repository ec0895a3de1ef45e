package dev.weir.result.interval;

import dev.weir.measure.LatencySamples;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Change of the p99 from the first part of the measurement to another one. The bounds contain the change with 95 %
 * confidence, by the variation between intervals.
 *
 * @param ratio the part's p99 divided by the first part's
 * @param low lower bound, above 0
 * @param high upper bound
 */
public record PartChange(double ratio, double low, double high) {
    private static final double P99 = 99;

    /**
     * Computes the change of one latency.
     *
     * @param first samples of each interval of the first part, in order
     * @param part samples of each interval of the part, in order
     * @return empty if there are too few intervals or samples, or if a p99 is among latencies that did not end
     */
    static Optional<PartChange> of(List<LatencySamples> first, List<LatencySamples> part) {
        LatencySamples before = BlockBootstrap.sum(first);
        LatencySamples after = BlockBootstrap.sum(part);
        boolean known = Math.min(first.size(), part.size()) >= BlockBootstrap.MIN_INTERVALS
                && before.isAdequate(P99)
                && after.isAdequate(P99)
                && !before.isCensored(P99)
                && !after.isCensored(P99);
        if (!known) {
            return Optional.empty();
        }
        SplittableRandom random = BlockBootstrap.random();
        Iterator<LatencySamples> ofFirst = BlockBootstrap.draw(first, random).iterator();
        Iterator<LatencySamples> ofPart = BlockBootstrap.draw(part, random).iterator();
        double[] ratios = new double[BlockBootstrap.SAMPLES];
        for (int i = 0; i < ratios.length; i++) {
            LatencySamples drawn = ofFirst.next();
            ratios[i] = ratio(drawn, ofPart.next());
        }
        double[] ends = BlockBootstrap.ends(ratios);
        return Optional.of(new PartChange(ratio(before, after), ends[0], ends[1]));
    }

    private static double ratio(LatencySamples before, LatencySamples after) {
        return (double) Math.max(1, after.percentileNanos(P99)) / Math.max(1, before.percentileNanos(P99));
    }
}
