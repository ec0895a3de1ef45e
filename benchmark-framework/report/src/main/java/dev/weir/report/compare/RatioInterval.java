package dev.weir.report.compare;

import dev.weir.result.interval.BlockBootstrap;
import dev.weir.workload.text.Checks;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Confidence interval of the ratio of B to A.
 *
 * @param confidence probability that it contains the true ratio, at least; it depends on the number of runs, so it can
 *     differ from the requested one
 */
public record RatioInterval(double low, double high, double confidence) {
    public RatioInterval {
        Checks.refuseIf(
                !(low > 0 && high >= low), "interval must be above 0, its ends in order, got " + low + ", " + high);
        Checks.refuseIf(!(confidence > 0 && confidence < 1), "confidence must be in (0, 1), got " + confidence);
    }

    /** Returns the interval of resampled ratios above 0 without the outer 2.5 % on either side. */
    static RatioInterval ofResampled(int samples, IntToDoubleFunction ratio) {
        var ratios = new double[samples];
        Arrays.setAll(ratios, ratio);
        double[] ends = BlockBootstrap.ends(ratios);
        return new RatioInterval(ends[0], ends[1], BlockBootstrap.CONFIDENCE);
    }

    /** Returns whether equal sides are excluded. */
    public boolean excludesOne() {
        return low > 1 || high < 1;
    }

    /** Returns whether all its ratios differ from 1 by at most this share, up or down. */
    public boolean isWithin(double margin) {
        return high <= 1 + margin && low >= 1 / (1 + margin);
    }
}
