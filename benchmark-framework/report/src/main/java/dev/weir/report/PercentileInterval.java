package dev.weir.report;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.BlockBootstrap;
import dev.weir.result.interval.LatencySummary;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Interval (95 %) of a percentile by the variation within the run ({@link BlockBootstrap}), not between runs. */
public record PercentileInterval(long lowNanos, long highNanos) {
    /** With fewer intervals, there are too few blocks to estimate their variation. */
    public static final int MIN_INTERVALS = 20;

    private static final double TAIL = (1 - BlockBootstrap.CONFIDENCE) / 2;

    public PercentileInterval {
        if (lowNanos < 0 || highNanos < lowNanos) {
            throw new IllegalArgumentException(
                    "interval must be in order, from 0 on, got " + lowNanos + ", " + highNanos);
        }
    }

    /**
     * Computes the intervals of a latency.
     *
     * @param intervals the samples of each interval of the run, in order
     * @param names names such as {@code p99.9}
     * @return by name; without percentiles with fewer than 10 samples beyond them, and those that may be of latencies
     *     that did not end; empty if there are too few intervals
     */
    public static Map<String, PercentileInterval> of(List<LatencySamples> intervals, List<String> names) {
        if (intervals.size() < MIN_INTERVALS) {
            return Map.of();
        }
        var whole = new LatencySamples();
        intervals.forEach(whole::add);
        List<String> adequate = names.stream()
                .filter(name -> whole.isAdequate(LatencySummary.percentile(name)))
                .toList();
        List<double[]> drawn = BlockBootstrap.draw(intervals, BlockBootstrap.random())
                .map(samples -> adequate.stream()
                        .mapToDouble(LatencySummary::percentile)
                        // Infinite if it is of latencies that did not end.
                        .map(each ->
                                samples.isCensored(each) ? Double.POSITIVE_INFINITY : samples.percentileNanos(each))
                        .toArray())
                .toList();
        double factor = factor(intervals.size());
        Map<String, PercentileInterval> found = new LinkedHashMap<>();
        for (int i = 0; i < adequate.size(); i++) {
            int column = i;
            double[] figures = drawn.stream().mapToDouble(each -> each[column]).toArray();
            if (Arrays.stream(figures).allMatch(Double::isFinite)) {
                double[] ends = BlockBootstrap.ends(figures);
                long middle = whole.percentileNanos(LatencySummary.percentile(adequate.get(i)));
                double low = Math.min((double) middle, wider(middle, ends[0], factor));
                double high = Math.max((double) middle, wider(middle, ends[1], factor));
                long from = Math.round(Math.max(low, Math.max(0, (double) whole.minNanos())));
                long to = Math.round(Math.min(high, (double) Math.max(middle, whole.maxNanos())));
                found.put(adequate.get(i), new PercentileInterval(from, to));
            }
        }
        return inOrder(found);
    }

    /** Narrows the ends so that they never fall from one percentile to the next, as percentiles do not. */
    private static Map<String, PercentileInterval> inOrder(Map<String, PercentileInterval> found) {
        List<Map.Entry<String, PercentileInterval>> rising = found.entrySet().stream()
                .sorted(Comparator.comparingDouble(each -> LatencySummary.percentile(each.getKey())))
                .toList();
        Map<String, PercentileInterval> ordered = new LinkedHashMap<>();
        long low = 0;
        for (int i = 0; i < rising.size(); i++) {
            low = Math.max(low, rising.get(i).getValue().lowNanos());
            var highs = rising.subList(i, rising.size()).stream()
                    .map(each -> each.getValue().highNanos());
            ordered.put(rising.get(i).getKey(), new PercentileInterval(low, Collections.min(highs.toList())));
        }
        return ordered;
    }

    /**
     * Returns the factor by which samples of few blocks underestimate the variation: Student's distribution is wider
     * than the normal one, and figures vary less around their own mean than around the true one.
     */
    private static double factor(int intervals) {
        int pieces = BlockBootstrap.pieces(intervals);
        double blocks = pieces / Math.ceil(Math.sqrt(pieces));
        return TDistribution.of(blocks - 1).inverseSurvivalProbability(TAIL)
                / NormalDistribution.of(0, 1).inverseSurvivalProbability(TAIL)
                * Math.sqrt(blocks / (blocks - 1));
    }

    /** Moves an end of the interval further from the middle, in ratios. */
    private static double wider(long middle, double end, double factor) {
        return middle <= 0 ? end : middle * Math.pow(end / middle, factor);
    }
}
