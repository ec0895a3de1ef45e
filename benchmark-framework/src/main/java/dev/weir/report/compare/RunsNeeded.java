package dev.weir.report.compare;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many runs a side it takes until a comparison is likely to be decided, judged by how much the runs differ that there
 * are. As rough as that is: with few runs, it is unknown how much they differ.
 */
final class RunsNeeded {
    /** How likely it has to be. */
    static final double POWER = 0.8;

    /** More than a person makes. */
    static final int MOST = 200;

    /** The efficiency of a rank test compared with a test that assumes a normal distribution: 3 / pi. */
    private static final double EFFICIENCY = 3 / Math.PI;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private RunsNeeded() {}

    /**
     * For either a difference or its absence.
     *
     * @param a figures above 0, as b
     * @param margin what counts as no difference
     * @return empty if more than {@link #MOST}
     */
    static OptionalInt estimate(double[] a, double[] b, TestLevel level, double margin) {
        double shift = Math.abs(Math.log(RankTest.of(a, b).ratio()));
        int degrees = a.length + b.length - 2;
        double variance = degrees == 0 ? 0 : (squares(a) + squares(b)) / degrees;
        // Both ends of the interval have to be within the margin.
        double room = Math.log1p(margin) - shift;
        int fewest = Math.max(level.fewestRuns(), Math.max(a.length, b.length) + 1);
        return IntStream.rangeClosed(fewest, MOST)
                .filter(runs -> {
                    double sure = NORMAL.inverseSurvivalProbability(level.with(runs) / 2);
                    double difference = runs(variance, shift, sure + NORMAL.inverseCumulativeProbability(POWER));
                    double equivalence =
                            runs(variance, room, sure + NORMAL.inverseCumulativeProbability((1 + POWER) / 2));
                    return Math.min(difference, equivalence) <= runs;
                })
                .findFirst();
    }

    private static double runs(double variance, double distance, double deviations) {
        return distance > 0
                ? 2 * variance * deviations * deviations / (distance * distance * EFFICIENCY)
                : Double.POSITIVE_INFINITY;
    }

    /** Of the logarithms, from their mean. */
    static double squares(double[] figures) {
        double sum = 0;
        for (double figure : figures) {
            sum += Math.log(figure);
        }
        double squares = 0;
        for (double figure : figures) {
            squares += Math.pow(Math.log(figure) - sum / figures.length, 2);
        }
        return squares;
    }
}
