package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.report.compare.Judgement.Verdict;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Known answers: what verdicts are worth when runs are added and the sides compared again, until there is a verdict.
 * {@code -Dweir.comparison.trials=4000} gives the figures of {@code docs/internals/statistics.md}.
 */
@Tag("slow")
class GrowingSidesTest {
    private static final int TRIALS = Integer.getInteger("weir.comparison.trials", 50);
    private static final int MAX_RUNS = 30;
    private static final double ALARMS = ComparisonRules.DEFAULT.falseAlarms();

    /** What so many trials can be off by. */
    private static final double CHANCE = 3 * Math.sqrt(ALARMS * (1 - ALARMS) / TRIALS);

    /** Of one of two primary figures. */
    private static final TestLevel LEVEL = new TestLevel(ALARMS / 2, OptionalInt.empty());

    @ParameterizedTest
    @CsvSource({"LOG_NORMAL, 5 10 20", "LOG_NORMAL, after each run", "TWO_MODES, 5 10 20", "TWO_MODES, after each run"})
    void raisesNoMoreFalseAlarmsThanStatedHoweverOftenTheSidesAreComparedAgain(Noise noise, String looks) {
        assertThat(share(noise, 1, runs(looks), 2, Verdict.WORSE, Verdict.BETTER))
                .isLessThanOrEqualTo(ALARMS + CHANCE);
    }

    @ParameterizedTest
    @CsvSource({"5 10 20", "after each run"})
    void falselyReportsEquivalenceNoMoreOftenThanStated(String looks) {
        double ratio = 1 + ComparisonRules.DEFAULT.margin() + 1e-4;
        assertThat(share(Noise.LOG_NORMAL, ratio, runs(looks), 1, Verdict.EQUIVALENT))
                .isLessThanOrEqualTo(ALARMS / 2 + CHANCE);
    }

    @ParameterizedTest
    @CsvSource({
        // what docs/internals/statistics.md says in percent: found in one look, and if there was one after each run
        "LOG_NORMAL, 5, 24, 24",
        "LOG_NORMAL, 10, 50, 59",
        "LOG_NORMAL, 20, 91, 94"
    })
    void findsAShiftOfFivePercentWithTheStatedPower(Noise noise, int runs, double found, double foundByThen) {
        double inOneLook = share(noise, 1.05, new int[] {runs}, 1, Verdict.WORSE);
        double byThen = share(noise, 1.05, IntStream.rangeClosed(2, runs).toArray(), 1, Verdict.WORSE);
        double chance = Math.max(0.1, 1.5 / Math.sqrt(TRIALS));
        assertThat(inOneLook).isCloseTo(found / 100, within(chance));
        assertThat(byThen).isCloseTo(foundByThen / 100, within(chance));
    }

    @Test
    void theLevelFallsAsTheSidesGrowAndKeepsToTheLeastProbability() {
        assertThat(LEVEL.fewestRuns()).isEqualTo(5);
        assertThat(LEVEL.at(5, 5)).isGreaterThan(RankTest.pValue(5, 5, 0));
        assertThat(LEVEL.at(4, 4)).isLessThan(RankTest.pValue(4, 4, 0));
        assertThat(LEVEL.at(20, 20)).isEqualTo(LEVEL.at(5, 5) / 8);
        assertThat(LEVEL.at(15, 30)).isEqualTo(LEVEL.at(20, 20));
        assertThat(new TestLevel(ALARMS / 3, OptionalInt.empty()).fewestRuns()).isEqualTo(6);
    }

    private static int[] runs(String looks) {
        return looks.startsWith("after")
                ? IntStream.rangeClosed(2, MAX_RUNS).toArray()
                : Arrays.stream(looks.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    /** How often, in one figure at least, one of these verdicts ends the looks. */
    private static double share(Noise noise, double ratio, int[] runs, int figures, Verdict... wanted) {
        var random = new Random(5);
        long count = IntStream.range(0, TRIALS)
                .filter(trial -> {
                    boolean ended = false;
                    for (int figure = 0; figure < figures; figure++) {
                        double[] a = noise.figures(random, 20);
                        double[] b = noise.figures(random, 20 * ratio);
                        ended |= Arrays.stream(runs)
                                .anyMatch(so -> Arrays.asList(wanted)
                                        .contains(Judgement.of(
                                                        Arrays.copyOf(a, so), Arrays.copyOf(b, so), false, LEVEL, 0.03)
                                                .verdict()));
                    }
                    return ended;
                })
                .count();
        return (double) count / TRIALS;
    }

    /** How the figure of a run comes to be. */
    enum Noise {
        LOG_NORMAL,
        /** A third of the runs takes 15 % longer. */
        TWO_MODES;

        double[] figures(Random random, double median) {
            return IntStream.range(0, MAX_RUNS)
                    .mapToDouble(run -> median
                            * Math.exp(0.03 * random.nextGaussian())
                            * (this == TWO_MODES && random.nextInt(3) == 0 ? 1.15 : 1))
                    .toArray();
        }
    }
}
