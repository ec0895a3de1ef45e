package dev.weir.driver.kafka.rig;

import java.util.Arrays;
import java.util.SplittableRandom;

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
            for (int i = 0; i < sample.length; i++) {
                sample[i] = figures[random.nextInt(figures.length)];
            }
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
