package dev.weir.report.compare;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/** Intervals from samples that are drawn of what was measured. The same figures give the same interval. */
final class Bootstrap {
    static final double CONFIDENCE = 0.95;

    private static final int SAMPLES = 2000;
    private static final long SEED = 20_231_114;
    private static final Median MEDIAN = Median.withDefaults();
    private static final Quantile QUANTILE = Quantile.withDefaults();

    private Bootstrap() {}

    /** The chance that each interval begins with. */
    static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }

    /** The ratio of B's median to A's, of figures above 0: runs are drawn with replacement, each side from its own. */
    static RatioInterval ofMedians(double[] a, double[] b) {
        var random = random();
        var ratios = new double[SAMPLES];
        Arrays.setAll(ratios, i -> MEDIAN.evaluate(drawn(b, random)) / MEDIAN.evaluate(drawn(a, random)));
        return interval(ratios);
    }

    private static double[] drawn(double[] figures, SplittableRandom random) {
        var drawn = new double[figures.length];
        Arrays.setAll(drawn, i -> figures[random.nextInt(figures.length)]);
        return drawn;
    }

    /** What remains of ratios above 0 without the outer 2.5 % on either side. */
    static RatioInterval interval(double[] ratios) {
        double[] ends = QUANTILE.evaluate(ratios, (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2);
        return new RatioInterval(ends[0], ends[1], CONFIDENCE);
    }

    /**
     * Which of a run's intervals one sample consists of: blocks that follow on each other, because what happens in one
     * interval goes on in the next, from anywhere, with the first after the last, until there are as many as the run has.
     * (Politis and Romano, "A circular block-resampling procedure for stationary data", 1992.)
     */
    static int[] blocks(int intervals, SplittableRandom random) {
        int length = (int) Math.ceil(Math.sqrt(intervals));
        var drawn = new int[intervals];
        for (int i = 0; i < intervals; i++) {
            drawn[i] = i % length == 0 ? random.nextInt(intervals) : (drawn[i - 1] + 1) % intervals;
        }
        return drawn;
    }
}
