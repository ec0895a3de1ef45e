package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankTestTest {
    /** What books print: two of all the ways to divide the ranks. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 3, 0.1", "4, 4, 0.028571", "4, 5, 0.015873", "5, 5, 0.007937", "8, 8, 0.000155"})
    void theLeastProbabilityDependsOnTheRunsOnly(int runsOfA, int runsOfB, double least) {
        double[] a = rising(1, runsOfA);
        double[] b = rising(100, runsOfB);

        assertThat(RankTest.of(a, b).pValue()).isCloseTo(least, within(1e-6));
        assertThat(RankTest.of(b, a).pValue()).isCloseTo(least, within(1e-6));
    }

    /** The example of R's wilcox.test, which gives W = 35 and, two-sided, p = 0.2544. */
    @Test
    void agreesWithR() {
        double[] a = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
        double[] b = {1.15, 0.88, 0.90, 0.74, 1.21};

        assertThat(RankTest.of(a, b).pValue()).isCloseTo(0.2544, within(5e-5));
    }

    @Test
    void theDistributionIsThatOfAllWaysToDivideTheRanks() {
        int[] ways = new int[26];
        for (int chosen = 0; chosen < 1 << 10; chosen++) {
            if (Integer.bitCount(chosen) == 5) {
                int pairs = 0;
                for (int i = 0; i < 10; i++) {
                    for (int j = 0; j < i; j++) {
                        pairs += (chosen >> i & 1) == 1 && (chosen >> j & 1) == 0 ? 1 : 0;
                    }
                }
                ways[pairs]++;
            }
        }
        int all = Arrays.stream(ways).sum();
        int upTo = 0;
        for (int pairs = 0; pairs <= 12; pairs++) {
            upTo += ways[pairs];
            assertThat(RankTest.pValue(5, 5, pairs)).isCloseTo(Math.min(1, 2.0 * upTo / all), within(1e-9));
        }
    }

    @Test
    void theRatioIsTheMedianOfThoseOfAllPairs() {
        RankTest test = RankTest.of(new double[] {1, 2, 4}, new double[] {2, 4, 32});

        assertThat(test.ratio()).isCloseTo(2, within(1e-9));
        RatioInterval widest = test.widest().orElseThrow();
        assertThat(widest.low()).isCloseTo(0.5, within(1e-9));
        assertThat(widest.high()).isCloseTo(32, within(1e-9));
        assertThat(widest.confidence()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void theIntervalExcludesOneExactlyIfTheTestDoes() {
        var random = new Random(7);
        for (int trial = 0; trial < 500; trial++) {
            // Whole numbers, of which some are alike.
            double[] a = random.doubles(5, 10, 16).map(Math::rint).toArray();
            double[] b = random.doubles(7, 12, 19).map(Math::rint).toArray();
            RankTest test = RankTest.of(a, b);
            Optional<RatioInterval> interval = test.interval(0.05);

            assertThat(interval.orElseThrow().excludesOne())
                    .as("%s and %s", Arrays.toString(a), Arrays.toString(b))
                    .isEqualTo(test.pValue() <= 0.05);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 3", "0.05, 4", "0.025, 5", "0.0166, 5", "0.005, 6"})
    void fewerRunsProveNothing(double errorRate, int fewest) {
        assertThat(new TestLevel(errorRate, OptionalInt.of(1)).fewestRuns()).isEqualTo(fewest);
        double[] a = rising(1, fewest - 1);
        double[] b = rising(100, fewest - 1);
        assertThat(RankTest.of(a, b).interval(errorRate)).isEmpty();
    }

    private static double[] rising(double first, int count) {
        return DoubleStream.iterate(first, x -> x + 1).limit(count).toArray();
    }
}
