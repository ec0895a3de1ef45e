package dev.weir.driver.kafka.rig;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A comparison in Markdown: a row for each measure, with the medians of both sides and the ratio of the pairs. */
final class Table {
    private final StringBuilder text = new StringBuilder();

    Table(String what, String ours, String theirs) {
        text.append("| %s | %s | %s | ratio (90 %%) |\n|---|--:|--:|--:|\n".formatted(what, ours, theirs));
    }

    /** Adds a row: the figures of a pair have the same index. */
    void add(String label, List<Double> ours, List<Double> theirs) {
        var ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours.get(i) / theirs.get(i);
        }
        var ratio = Bootstrap.of(ratios);
        text.append("| %s | %s | %s | %.2f (%.2f-%.2f) |\n"
                .formatted(label, median(ours), median(theirs), ratio.median(), ratio.low(), ratio.high()));
    }

    static String median(List<Double> figures) {
        return figure(Bootstrap.median(
                figures.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /** The median of figures, with its bounds. */
    static String spread(double[] figures) {
        var spread = Bootstrap.of(figures);
        return "%s (%s-%s)".formatted(figure(spread.median()), figure(spread.low()), figure(spread.high()));
    }

    /** Large ones as whole numbers, the others with two decimals. */
    static String figure(double figure) {
        return String.format(Locale.ROOT, figure >= 100 ? "%,.0f" : "%.2f", figure);
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /**
     * The median of a few figures, and how far it can be trusted: the bounds hold 90 % of the medians of samples that are
     * drawn from the same figures with replacement. The same figures give the same bounds.
     *
     * @param low the 5th percentile of those medians
     * @param high the 95th
     */
    record Bootstrap(double median, double low, double high) {
        private static final int SAMPLES = 10_000;
        private static final long SEED = 4;

        static Bootstrap of(double[] figures) {
            if (figures.length == 0) {
                throw new IllegalArgumentException("there must be a figure");
            }
            var random = new SplittableRandom(SEED);
            var medians = new double[SAMPLES];
            var sample = new double[figures.length];
            for (int s = 0; s < SAMPLES; s++) {
                Arrays.setAll(sample, i -> figures[random.nextInt(figures.length)]);
                medians[s] = median(sample);
            }
            Arrays.sort(medians);
            return new Bootstrap(median(figures), medians[SAMPLES / 20], medians[SAMPLES - 1 - SAMPLES / 20]);
        }

        static double median(double[] figures) {
            double[] sorted = figures.clone();
            Arrays.sort(sorted);
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }
}
