package dev.weir.report.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Known answers: series whose changes are known. */
class ChangeDetectorTest {
    private static final ChangeDetector TEST = HistoryRules.test(1);
    private final Random random = new Random(3);

    @Test
    void findsAStepAtItsPlace() {
        assertThat(changes(levels(20, 0, 5, 0.1))).containsExactly(20);
        assertThat(changes(levels(20, 0, 5, -0.1))).containsExactly(20);
    }

    @Test
    void findsEachOfSeveralSteps() {
        assertThat(changes(levels(20, 0, 20, 0.1, 20, 0.05))).containsExactly(20, 40);
    }

    @Test
    void keepsAChangeWhenRunsAreAdded() {
        double[] all = levels(20, 0, 5, 0.1, 25, 0.1);
        for (int runs = 25; runs <= all.length; runs += 5) {
            assertThat(changes(Arrays.copyOf(all, runs))).containsExactly(20);
        }
    }

    @Test
    void takesNeitherOneNorTwoOutliersForAChange() {
        assertThat(changes(levels(20, 0, 1, 0.5))).isEmpty();
        assertThat(changes(levels(20, 0, 2, 0.5))).isEmpty();
        assertThat(changes(levels(10, 0, 1, 0.5, 10, 0, 1, -0.5, 10, 0))).isEmpty();
    }

    @Test
    void findsNothingInEqualFiguresOrInTooFew() {
        double[] equal = new double[50];
        Arrays.fill(equal, Math.log(1000.1));
        assertThat(changes(equal)).isEmpty();
        assertThat(changes(levels(6, 0, 5, 0.5))).isEmpty();
        assertThat(changes()).isEmpty();
    }

    @Test
    void findsAStepBetweenEqualFigures() {
        double[] figures = new double[25];
        Arrays.fill(figures, 20, 25, 0.01);
        assertThat(changes(figures)).containsExactly(20);
    }

    @Test
    void needsALevelBetweenZeroAndOne() {
        assertThatThrownBy(() -> new ChangeDetector(0)).hasMessageContaining("level must be in (0, 1), got 0.0");
    }

    @Test
    void knowsTheFewestRunsAndTheSmallestStep() {
        assertThat(Noise.fewestBefore(HistoryRules.test(1))).isEqualTo(9);
        assertThat(Noise.fewestBefore(HistoryRules.test(2))).isEqualTo(11);
        // Fitted to simulations: 3.3 and 3.6 standard deviations.
        assertThat(Noise.deviations(20, HistoryRules.test(1))).isBetween(3.15, 3.5);
        assertThat(Noise.deviations(20, HistoryRules.test(2))).isBetween(3.4, 3.75);
        assertThat(Noise.deviations(45, HistoryRules.test(1))).isBetween(2.75, 3.05);
    }

    private static List<Integer> changes(double... figures) {
        return TEST.changes(figures);
    }

    /** Pairs of a number of runs and their mean, with a little noise. */
    private double[] levels(double... countsAndMeans) {
        DoubleStream all = DoubleStream.empty();
        for (int i = 0; i < countsAndMeans.length; i += 2) {
            double mean = countsAndMeans[i + 1];
            all = DoubleStream.concat(
                    all,
                    DoubleStream.generate(() -> mean + 0.01 * random.nextGaussian())
                            .limit((long) countsAndMeans[i]));
        }
        return all.toArray();
    }
}
