package dev.weir.coordinator.trend;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Relative change of a series of evenly spaced figures, and how large that change can be by chance. Successive figures
 * are similar, so they contain less information than their number suggests: the rank correlation of successive
 * deviations from the line reduces the number of figures that count. The scatter is the median absolute deviation,
 * which is robust against outliers like the line ({@link Trend}).
 *
 * @param change change relative to the median, with its sign; compared with the margin
 * @param fromBegin change from the begin of the line to its end, relative to its begin: what a reader takes a change for.
 *     Never below -1, because both ends of the line are kept within the figures
 * @param margin absolute value that a steady series exceeds in about 2.5 % of cases
 */
record TrendEstimate(double change, double fromBegin, double margin) {
    /** Normal quantile for 2.5 % on two sides: a measurement has two figures, so both together have 5 %. */
    private static final double QUANTILE = 2.24;

    /** Standard deviation of a normal distribution divided by its median absolute deviation. */
    private static final double SIGMA = 1.4826;

    /** Standard error of the Theil-Sen slope relative to least squares, for normally distributed deviations. */
    private static final double INEFFICIENCY = 1.023;

    /** Correlation beyond which the figures contain hardly any information. */
    private static final double MAX_CORRELATED = 0.97;

    private static final double MIN_DEGREES = 2;

    private static final int MIN_FIGURES = 10;

    /** Estimates from at least 10 figures; fewer, or figures around 0, have an infinite margin. */
    static TrendEstimate of(List<Double> figures) {
        double median = Trend.median(figures);
        if (median <= 0 || figures.size() < MIN_FIGURES) {
            return new TrendEstimate(0, 0, Double.POSITIVE_INFINITY);
        }
        int count = figures.size();
        double slope = Trend.slope(figures);
        List<Double> offLine = IntStream.range(0, count)
                .mapToObj(index -> figures.get(index) - slope * index)
                .toList();
        double middle = Trend.median(offLine);
        List<Double> deviations =
                offLine.stream().map(figure -> Math.abs(figure - middle)).toList();
        double sigma = SIGMA * Trend.median(deviations);
        double correlation = correlation(offLine);
        double alike = (1 + correlation) / (1 - correlation);
        double error = sigma * INEFFICIENCY * Math.sqrt(12.0 / count * alike);
        double margin = studentQuantile(Math.max(MIN_DEGREES, count / alike - 2)) * error / median;
        double change = slope * (count - 1) / median;
        return new TrendEstimate(change, fromBegin(figures, median, slope * (count - 1) / 2, change), margin);
    }

    boolean isKnown() {
        return Double.isFinite(margin);
    }

    private static double fromBegin(List<Double> figures, double median, double half, double change) {
        double min = Collections.min(figures);
        double max = Collections.max(figures);
        double begin = Math.min(max, Math.max(min, median - half));
        double end = Math.min(max, Math.max(min, median + half));
        // Growth from nothing has no relative size.
        return begin > 0 ? end / begin - 1 : change;
    }

    boolean exceeds(double tolerance) {
        return Math.abs(change) > Math.max(tolerance, margin);
    }

    /**
     * Correlation of successive figures, never negative. Short series look less correlated than they are, so the result
     * is corrected by the mean of that error (Kendall, "Note on bias in the estimation of autocorrelation", 1954) and
     * by half its scatter.
     */
    private static double correlation(List<Double> figures) {
        int count = figures.size();
        double[] ranks = ranks(figures);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += ranks[i] * ranks[i];
            products += i > 0 ? ranks[i] * ranks[i - 1] : 0;
        }
        double corrected = (products / squares * count + 2) / (count - 4);
        double scatter = Math.sqrt((1 - Math.min(1, corrected * corrected)) / count);
        return Math.min(MAX_CORRELATED, Math.max(0, corrected + scatter / 2));
    }

    private static double[] ranks(List<Double> figures) {
        List<Integer> order = IntStream.range(0, figures.size())
                .boxed()
                .sorted(Comparator.comparing(figures::get))
                .toList();
        var ranks = new double[figures.size()];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[order.get(rank)] = rank - (ranks.length - 1) / 2.0;
        }
        return ranks;
    }

    /** Quantile of Student's distribution, by the Cornish-Fisher expansion. */
    private static double studentQuantile(double degrees) {
        double z = QUANTILE;
        double third = z * z * z;
        double fifth = third * z * z;
        double seventh = fifth * z * z;
        return z
                + (third + z) / (4 * degrees)
                + (5 * fifth + 16 * third + 3 * z) / (96 * degrees * degrees)
                + (3 * seventh + 19 * fifth + 17 * third - 15 * z) / (384 * degrees * degrees * degrees);
    }
}
