package dev.weir.report.compare;

import dev.weir.result.interval.BlockBootstrap;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Median;

/** Computes intervals from resampled figures. The same figures give the same interval. */
final class Bootstrap {
    static final double CONFIDENCE = BlockBootstrap.CONFIDENCE;

    private static final int SAMPLES = 2000;
    private static final Median MEDIAN = Median.withDefaults();

    private Bootstrap() {}

    /**
     * Returns the interval of the ratio of B's median to A's, for figures above 0: runs are drawn with replacement,
     * each side from its own.
     */
    static RatioInterval ofMedians(double[] a, double[] b) {
        var random = BlockBootstrap.random();
        var ratios = new double[SAMPLES];
        Arrays.setAll(ratios, i -> MEDIAN.evaluate(drawn(b, random)) / MEDIAN.evaluate(drawn(a, random)));
        return interval(ratios);
    }

    private static double[] drawn(double[] figures, SplittableRandom random) {
        var drawn = new double[figures.length];
        Arrays.setAll(drawn, i -> figures[random.nextInt(figures.length)]);
        return drawn;
    }

    /** Returns the interval of ratios above 0 without the outer 2.5 % on either side. */
    static RatioInterval interval(double[] ratios) {
        double[] ends = BlockBootstrap.ends(ratios);
        return new RatioInterval(ends[0], ends[1], CONFIDENCE);
    }
}
