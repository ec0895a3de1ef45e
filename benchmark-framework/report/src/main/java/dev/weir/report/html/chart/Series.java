package dev.weir.report.html.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A line of a chart, or a set of points.
 *
 * @param color index into the page's palette, modulo its length
 * @param shown whether it is visible at first
 * @param merge how several values are merged if there are more than can be shown
 * @param xs ascending
 * @param weights weights of the values in a mean, such as their duration in seconds; empty if all are equal
 * @param ys NaN where there is no value
 */
public record Series(
        String name,
        Look look,
        int color,
        boolean shown,
        Merge merge,
        List<Double> xs,
        List<Double> weights,
        List<Double> ys) {
    /** Colour of targets and limits. */
    static final int GREY = 7;

    private static final int COLORS = 12;

    public enum Look {
        LINE,
        DASHED,
        MARKED,
        POINTS,
        /** Crosses, for points of failed runs. */
        CROSSES,
        /** Lower edge of the band of the previous series: the lowest of equal runs. */
        LOWEST,
        /** Upper edge of the band: the highest of equal runs. */
        HIGHEST
    }

    enum Merge {
        LARGEST,
        SMALLEST,
        MEAN
    }

    public Series {
        xs = List.copyOf(xs);
        weights = List.copyOf(weights);
        ys = List.copyOf(ys);
        if (xs.size() != ys.size() || (!weights.isEmpty() && weights.size() != xs.size())) {
            throw new IllegalArgumentException(
                    name + " must have as many ys as xs, " + xs.size() + ", got " + ys.size());
        }
    }

    /** Creates a series of which the largest of several neighbours is shown. */
    public static Series of(String name, Look look, int color, boolean shown, List<Double> xs, List<Double> ys) {
        return new Series(name, look, color, shown, Merge.LARGEST, xs, List.of(), ys);
    }

    /** Creates a line at one height, such as a threshold. */
    public static Series level(String name, double height, List<Double> xs) {
        return of(name, Look.DASHED, GREY, true, xs, Collections.nCopies(xs.size(), height));
    }

    /** Returns all xs of some series, ascending. */
    public static List<Double> places(List<Series> all) {
        return all.stream()
                .flatMap(each -> each.xs().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns whether it is the edge of a band, which has no entry of its own in the legend. */
    boolean isEdge() {
        return look == Look.LOWEST || look == Look.HIGHEST;
    }

    boolean hasLine() {
        return look == Look.LINE || look == Look.DASHED || look == Look.MARKED;
    }

    boolean hasDots() {
        return look == Look.MARKED || look == Look.POINTS;
    }

    String colorClass() {
        return "c" + color % COLORS;
    }

    /** Returns whether a line is dashed: after the last colour, the colours repeat with dashed lines. */
    boolean isDashed() {
        return look == Look.DASHED || color >= COLORS;
    }

    Series with(boolean isShown) {
        return new Series(name, look, color, isShown, merge, xs, weights, ys);
    }

    /** Reduces the series to about this many points; merges nothing across the breaks, which ascend. */
    Series merged(int most, List<Double> breaks) {
        if (xs.size() <= most) {
            return this;
        }
        int each = (xs.size() + most - 1) / most;
        List<Double> mergedXs = new ArrayList<>();
        List<Double> mergedYs = new ArrayList<>();
        for (int from = 0, to; from < xs.size(); from = to) {
            to = from + 1;
            while (to < xs.size() && to - from < each && !isBetween(breaks, xs.get(to - 1), xs.get(to))) {
                to++;
            }
            mergedXs.add((xs.get(from) + xs.get(to - 1)) / 2);
            mergedYs.add(merged(from, to));
        }
        return new Series(name, look, color, shown, merge, mergedXs, List.of(), mergedYs);
    }

    private static boolean isBetween(List<Double> breaks, double before, double after) {
        return breaks.stream().anyMatch(each -> each > before && each <= after);
    }

    private double merged(int from, int to) {
        double merged = Double.NaN;
        double weight = 0;
        for (int i = from; i < to; i++) {
            double y = ys.get(i);
            if (!Double.isFinite(y)) {
                continue;
            }
            double w = weights.isEmpty() ? 1 : weights.get(i);
            double before = Double.isNaN(merged) ? (merge == Merge.MEAN ? 0 : y) : merged;
            merged = switch (merge) {
                case LARGEST -> Math.max(before, y);
                case SMALLEST -> Math.min(before, y);
                case MEAN -> before + y * w;
            };
            weight += w;
        }
        return merge == Merge.MEAN && weight > 0 ? merged / weight : merged;
    }
}
