package dev.weir.coordinator;

import java.util.Arrays;
import java.util.List;

/**
 * Where a series of evenly spaced figures is going: the line of Theil and Sen, whose slope is the median of the slopes
 * between all pairs. Up to 29 % of the figures can be as wrong as they like, a compaction or a rebalance, without moving
 * it far; a regression by least squares follows the worst of them.
 */
final class Trend {
    private Trend() {}

    /** By how much a figure grows from one to the next; 0 of fewer than two. */
    static double slope(List<Double> figures) {
        int count = figures.size();
        if (count < 2) {
            return 0;
        }
        var slopes = new double[count * (count - 1) / 2];
        int next = 0;
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                slopes[next++] = (figures.get(j) - figures.get(i)) / (j - i);
            }
        }
        return median(slopes);
    }

    /** By which part of their median the figures change from the first to the last. */
    static double relativeChange(List<Double> figures) {
        double median = median(figures.stream().mapToDouble(Double::doubleValue).toArray());
        double change = slope(figures) * (figures.size() - 1);
        return median == 0 ? (change == 0 ? 0 : Math.signum(change) * Double.POSITIVE_INFINITY) : change / median;
    }

    private static double median(double[] figures) {
        if (figures.length == 0) {
            return 0;
        }
        Arrays.sort(figures);
        int middle = figures.length / 2;
        return figures.length % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
    }
}
