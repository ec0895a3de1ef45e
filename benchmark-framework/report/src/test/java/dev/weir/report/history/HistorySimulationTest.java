package dev.weir.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Known answers: how often a history without a change has one, and how soon a step is found. {@code
 * -Dweir.history.trials=2000} gives the figures of {@code docs/internals/statistics.md}.
 */
@Tag("slow")
class HistorySimulationTest {
    private static final int TRIALS = Integer.getInteger("weir.history.trials", 0);
    private static final int RUNS = 50;

    @ParameterizedTest
    @EnumSource
    void findsAChangeInAtMostOnePercentOfHistoriesWithoutOne(Shape shape) {
        int trials = Math.max(6, TRIALS);
        // The tests of each run are those of a person who looks after each run: all looks at 50 runs count.
        double alarms = share(trials, random -> {
            double[] figures = shape.figures(random, RUNS, 0.02);
            return !HistoryRules.test(1).changes(figures).isEmpty();
        });

        assertThat(alarms)
                .isLessThanOrEqualTo(HistoryRules.FALSE_ALARMS
                        + 2.6 * Math.sqrt(HistoryRules.FALSE_ALARMS * (1 - HistoryRules.FALSE_ALARMS) / trials));
    }

    @ParameterizedTest
    @CsvSource({
        // deviation from run to run, runs before the step, figures: the largest deviation for 3 %
        "0.0062, 11, 1",
        "0.0079, 16, 1",
        "0.0089, 20, 1",
        "0.0099, 30, 1",
        "0.0082, 20, 2",
        "0.0089, 30, 2",
        "0.0095, 40, 2"
    })
    void findsAStepOfThreePercentWithinFiveRuns(double deviation, int before, int figures) {
        int trials = TRIALS == 0 ? 3 : Math.min(TRIALS, 1000);
        ChangeDetector test = HistoryRules.test(figures);
        assertThat(Math.expm1(deviation * Noise.deviations(before, test))).isBetween(0.027, 0.0315);
        int[] places = new int[2];

        double found = share(trials, random -> {
            double[] all = Shape.LOG_NORMAL.figures(random, before + Noise.WITHIN, deviation);
            IntStream.range(before, all.length).forEach(i -> all[i] += Math.log(1.03));
            List<Integer> changes = test.changes(all);
            places[0] += changes.contains(before) ? 1 : 0;
            places[1] += changes.stream().anyMatch(change -> Math.abs(change - before) <= 1) ? 1 : 0;
            return !changes.isEmpty();
        });

        System.out.println("found, " + deviation + " after " + before + ", " + figures + " figures: " + found
                + ", place " + Arrays.toString(places) + " of " + trials);
        assertThat(found).isGreaterThanOrEqualTo(0.9 - 2.6 * Math.sqrt(0.09 / trials));
    }

    private static double share(int trials, Predicate<Random> event) {
        return (double) IntStream.range(0, trials)
                        .filter(trial -> event.test(new Random(trial)))
                        .count()
                / trials;
    }

    /** How the figure of a run comes to be; all are logarithms. */
    enum Shape {
        LOG_NORMAL,
        /** A third of the runs takes 15 % longer. */
        TWO_MODES,
        /** A tenth of the runs takes 10 % longer. */
        OUTLIERS,
        /** Student's distribution with 3 degrees of freedom. */
        HEAVY_TAILS,
        /** Rounded to 5 %, as whole milliseconds of about 20 ms. */
        ROUNDED;

        double[] figures(Random random, int count, double deviation) {
            double[] figures = new double[count];
            Arrays.setAll(figures, i -> {
                double normal = deviation * random.nextGaussian();
                return switch (this) {
                    case LOG_NORMAL -> normal;
                    case TWO_MODES -> normal + (random.nextInt(3) == 0 ? Math.log(1.15) : 0);
                    case OUTLIERS -> normal + (random.nextInt(10) == 0 ? Math.log(1.1) : 0);
                    case HEAVY_TAILS ->
                        normal
                                / Math.sqrt(IntStream.range(0, 3)
                                                .mapToDouble(any -> Math.pow(random.nextGaussian(), 2))
                                                .sum()
                                        / 3);
                    case ROUNDED -> 0.05 * Math.rint(2 * normal / 0.05);
                };
            });
            return figures;
        }
    }
}
