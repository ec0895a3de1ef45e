package dev.weir.report.compare;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Compares figures of two sides' runs by the test of Mann and Whitney, and estimates their ratio by Hodges and Lehmann.
 * It assumes only that the figures of both sides have the same distribution up to a factor. Exact below 50 runs a side.
 *
 * <p>Commons Statistics provides the distribution of U only for samples, so samples are made that have a given U. Equal
 * figures, such as whole milliseconds, count against a difference. So the error rate is at most the given one, and a
 * difference is found less often than necessary. (Noether, "Wilcoxon confidence intervals for location parameters in
 * the discrete case", 1967.)
 */
public final class RankTest {
    private static final MannWhitneyUTest TEST = MannWhitneyUTest.withDefaults();
    private static final Median MEDIAN = Median.withDefaults();

    private final int runsOfA;
    private final int runsOfB;
    /** Logarithms of the ratios of each run of B to each of A, ascending. */
    private final double[] logRatios;

    private RankTest(int runsOfA, int runsOfB, double[] logRatios) {
        this.runsOfA = runsOfA;
        this.runsOfB = runsOfB;
        this.logRatios = logRatios;
    }

    /** Creates the test of figures above 0, at least one on each side. */
    public static RankTest of(double[] a, double[] b) {
        var ratios = new double[a.length * b.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                ratios[i * b.length + j] = Math.log(b[j]) - Math.log(a[i]);
            }
        }
        Arrays.sort(ratios);
        return new RankTest(a.length, b.length, ratios);
    }

    /** Returns the ratio of B to A: the median of those of all pairs of runs. */
    public double ratio() {
        return Math.exp(MEDIAN.evaluate(logRatios));
    }

    /** Returns the two-sided probability of ranks that differ at least this much if the sides are equal. */
    double pValue() {
        int below = 0;
        int above = 0;
        for (double ratio : logRatios) {
            below += ratio < 0 ? 1 : 0;
            above += ratio > 0 ? 1 : 0;
        }
        int pairs = logRatios.length;
        // Equal pairs go to the side that has fewer, up to half of all pairs.
        return pValue(runsOfA, runsOfB, Math.min(pairs / 2, pairs - Math.max(below, above)));
    }

    /** Returns the interval, which excludes 1 if {@link #pValue} is at most the level; empty with too few runs. */
    public Optional<RatioInterval> interval(double level) {
        int rank = 0;
        int most = (logRatios.length + 1) / 2;
        while (rank < most) {
            int next = (rank + most + 1) / 2;
            if (pValue(runsOfA, runsOfB, next - 1) <= level) {
                rank = next;
            } else {
                most = next - 1;
            }
        }
        return rank == 0 ? Optional.empty() : Optional.of(atRank(rank));
    }

    /** Returns the interval between the outermost ratios, with its confidence. */
    public Optional<RatioInterval> widest() {
        return pValue(runsOfA, runsOfB, 0) < 1 ? Optional.of(atRank(1)) : Optional.empty();
    }

    private RatioInterval atRank(int rank) {
        return new RatioInterval(
                Math.exp(logRatios[rank - 1]),
                Math.exp(logRatios[logRatios.length - rank]),
                1 - pValue(runsOfA, runsOfB, rank - 1));
    }

    /** Returns the probability that at least this many pairs of runs favour one side if the sides are equal. */
    static double pValue(int runsOfA, int runsOfB, int pairs) {
        var a = new double[runsOfA];
        var b = new double[runsOfB];
        Arrays.setAll(b, j -> j + 1);
        int wholly = pairs / runsOfB;
        for (int i = 0; i < runsOfA; i++) {
            a[i] = i < wholly ? runsOfB + 1 + i : i == wholly ? pairs % runsOfB + 0.5 : -i;
        }
        return TEST.test(a, b).getPValue();
    }
}
