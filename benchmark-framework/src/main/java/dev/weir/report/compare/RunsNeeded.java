package dev.weir.report.compare;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Estimates how many runs on each side make a decision likely, from the variation between the existing runs. The
 * estimate is rough, because few runs show little of their variation.
 */
final class RunsNeeded {
    /** Required probability of a decision. */
    static final double POWER = 0.8;

    /** More runs are not practical. */
    static final int MOST = 200;

    /** Efficiency of a rank test compared with a test that assumes a normal distribution: 3 / pi. */
    private static final double EFFICIENCY = 3 / Math.PI;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private RunsNeeded() {}

    /**
     * Estimates the number for a difference or its absence.
     *
     * @param a figures above 0, like b
     * @param margin largest difference that counts as none
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

    /** Returns the sum of the squared deviations of the logarithms from their mean. */
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
