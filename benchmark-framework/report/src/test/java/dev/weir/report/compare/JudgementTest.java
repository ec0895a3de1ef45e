package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.Judgement.RunsNeeded;
import dev.weir.report.compare.Judgement.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known answers: what verdicts on planned runs are worth, over many comparisons of which the truth is known. {@code docs/comparing.md} */
@Tag("slow")
class JudgementTest {
    private static final int TRIALS = 1000;
    private static final double MARGIN = ComparisonRules.DEFAULT.margin();

    /** Of one of two primary figures. */
    private static final double ERROR_RATE = ComparisonRules.DEFAULT.falseAlarms() / 2;

    /** What 1,000 trials can be off by. */
    private static final double CHANCE = 3 * Math.sqrt(ERROR_RATE * (1 - ERROR_RATE) / TRIALS);

    @ParameterizedTest
    @CsvSource({
        // runs a side, how much runs differ in percent; what docs/comparing.md says in percent: found, found alike
        "5, 1, 99, 79",
        "5, 2, 73, 4",
        "5, 3, 36, 0",
        "8, 2, 97, 30",
        "8, 3, 69, 2",
        "10, 3, 85, 5",
        "20, 3, 99, 50",
        "20, 5, 76, 0"
    })
    void findsAShiftOfFivePercentWithTheStatedPower(int runs, double spread, double found, double alike) {
        assertThat(share(runs, 1.05, lognormal(spread / 100), Verdict.WORSE))
                .isBetween(found / 100 - 0.05, found / 100 + 0.05);
        assertThat(share(runs, 1, lognormal(spread / 100), Verdict.EQUIVALENT))
                .isBetween(alike / 100 - 0.05, alike / 100 + 0.05);
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "5, 5", "8, 3", "12, 10"})
    void raisesNoMoreFalseAlarmsThanStated(int runs, double spread) {
        for (var noise :
                new Noise[] {lognormal(spread / 100), withOutliers(spread / 100), inWholeSteps(spread / 100)}) {
            assertThat(share(runs, 1, noise, Verdict.WORSE, Verdict.BETTER)).isLessThanOrEqualTo(ERROR_RATE + CHANCE);
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "8, 2", "20, 3"})
    void falselyReportsEquivalenceNoMoreOftenThanStated(int runs, double spread) {
        double ratio = 1 + MARGIN + 1e-4;
        assertThat(share(runs, ratio, lognormal(spread / 100), Verdict.EQUIVALENT))
                .isLessThanOrEqualTo(ERROR_RATE + CHANCE);
    }

    /** The one assumption that real systems break: then no more than three times as many, and it is said. */
    @ParameterizedTest
    @CsvSource({"5, 5", "10, 10", "10, 5"})
    void raisesUpToThreeTimesAsManyWhereOneSideVariesTenTimesAsMuch(int runsOfA, int runsOfB) {
        var random = new Random(9);
        TestLevel level = testedAtTheErrorRate(runsOfA, runsOfB);
        double alarms = share(
                () -> judgement(
                        figures(random, runsOfA, 1, lognormal(0.01)),
                        figures(random, runsOfB, 1, lognormal(0.1)),
                        level),
                Verdict.WORSE,
                Verdict.BETTER);

        assertThat(alarms).isLessThanOrEqualTo(3 * ERROR_RATE + 2 * CHANCE);
        double[] varying = {120, 130, 150, 140, 125};
        assertThat(judgement(fiveFrom(100), varying, planned(5)).why())
                .matches("the runs of B vary \\d+ times as much as the others: false alarms are .*");
    }

    /** Both figures of a comparison at once, independent of each other: the worst case. */
    @Test
    void keepsTheRateForBothFiguresTogether() {
        var random = new Random(3);
        Noise noise = lognormal(0.03);
        long alarms = IntStream.range(0, TRIALS)
                .filter(trial -> Stream.of(judgement(random, 6, 1, noise), judgement(random, 6, 1, noise))
                        .anyMatch(each -> each.verdict() == Verdict.WORSE || each.verdict() == Verdict.BETTER))
                .count();

        assertThat((double) alarms / TRIALS).isLessThanOrEqualTo(ComparisonRules.DEFAULT.falseAlarms() + 2 * CHANCE);
    }

    @ParameterizedTest
    @CsvSource({"3, 1.05, true", "2, 1.05, true", "1, 1, true", "3, 1.05, false", "2, 1.05, false", "1, 1, false"})
    void saysHowManyRunsWouldDecide(double spread, double ratio, boolean isPlanned) {
        Noise noise = lognormal(spread / 100);
        var random = new Random(11);
        var growing = new TestLevel(ERROR_RATE, OptionalInt.empty());
        TestLevel ofSix = isPlanned ? planned(6) : growing;
        int[] estimates = IntStream.range(0, 101)
                .map(trial -> RunsNeeded.estimate(
                                figures(random, 6, 1, noise), figures(random, 6, ratio, noise), ofSix, MARGIN)
                        .orElse(RunsNeeded.MAX))
                .sorted()
                .toArray();
        int typical = estimates[50];
        TestLevel level = isPlanned ? planned(typical) : growing;

        double decided = share(
                () -> judgement(figures(random, typical, 1, noise), figures(random, typical, ratio, noise), level),
                ratio > 1 ? Verdict.WORSE : Verdict.EQUIVALENT);
        assertThat(decided).as("with %s runs", typical).isGreaterThan(0.65);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 20, false, WORSE",
        "20, 10, false, BETTER",
        "10, 20, true, BETTER",
        "20, 10, true, WORSE",
        // Below the margin.
        "1000, 1001, true, EQUIVALENT"
    })
    void everyFigureHasABetterDirection(double a, double b, boolean higherIsBetter, Verdict verdict) {
        Judgement judgement = Judgement.of(fiveFrom(a), fiveFrom(b), higherIsBetter, planned(5), 0.03);

        assertThat(judgement.verdict()).isEqualTo(verdict);
    }

    @Test
    void testsPlannedRunsOnceWhenAllAreThere() {
        Judgement early = judgement(fiveFrom(10), fiveFrom(20), planned(6));

        assertThat(early.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(early.why())
                .isEqualTo("5 and 5 of 6 planned runs: a planned comparison is tested once, after all runs");
        assertThat(early.runsNeeded()).hasValue(6);
    }

    private static double[] fiveFrom(double first) {
        return new double[] {first, first + 0.1, first + 0.2, first + 0.3, first + 0.4};
    }

    private static double share(int runs, double ratio, Noise noise, Verdict... verdicts) {
        var random = new Random(runs);
        return share(() -> judgement(random, runs, ratio, noise), verdicts);
    }

    private static double share(Supplier<Judgement> trial, Verdict... verdicts) {
        return Stream.generate(trial)
                        .limit(TRIALS)
                        .filter(judgement -> List.of(verdicts).contains(judgement.verdict()))
                        .count()
                / (double) TRIALS;
    }

    private static Judgement judgement(Random random, int runs, double ratio, Noise noise) {
        return judgement(figures(random, runs, 1, noise), figures(random, runs, ratio, noise), planned(runs));
    }

    private static Judgement judgement(double[] a, double[] b, TestLevel level) {
        return Judgement.of(a, b, false, level, MARGIN);
    }

    private static TestLevel planned(int runs) {
        return new TestLevel(ERROR_RATE, OptionalInt.of(runs));
    }

    private static TestLevel testedAtTheErrorRate(int runsOfA, int runsOfB) {
        double share = new TestLevel(ERROR_RATE, OptionalInt.empty()).at(runsOfA, runsOfB) / ERROR_RATE;
        return new TestLevel(ERROR_RATE / share, OptionalInt.empty());
    }

    private static double[] figures(Random random, int runs, double ratio, Noise noise) {
        var figures = new double[runs];
        Arrays.setAll(figures, i -> noise.figure(random, 20 * ratio));
        return figures;
    }

    /** How the figure of a run comes to be. */
    private interface Noise {
        double figure(Random random, double median);
    }

    private static Noise lognormal(double spread) {
        return (random, median) -> median * Math.exp(spread * random.nextGaussian());
    }

    /** One run in ten is bad. */
    private static Noise withOutliers(double spread) {
        return (random, median) -> median
                * Math.exp(spread * random.nextGaussian())
                * (random.nextInt(10) == 0 ? 1 + random.nextDouble() : 1);
    }

    /** As whole milliseconds. */
    private static Noise inWholeSteps(double spread) {
        return (random, median) -> Math.rint(lognormal(spread).figure(random, median));
    }
}
