package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FigureComparisonTest {
    @Test
    void theRatioOfMediansIsInItsIntervalAboutAsOftenAsStated() {
        var random = new Random(5);
        long held = IntStream.range(0, 300)
                .filter(trial -> {
                    double[] a = figures(random, 1);
                    double[] b = figures(random, 1.2);
                    RatioInterval interval = FigureComparison.ratioOfMedians(a, b);
                    return interval.low() <= 1.2 && 1.2 <= interval.high();
                })
                .count();

        assertThat(held / 300.0).isBetween(0.90, 0.995);
    }

    @Test
    void theSameFiguresGiveTheSameInterval() {
        double[] a = {1, 2, 3, 4, 5};
        double[] b = {2, 3, 5, 7, 9};

        assertThat(FigureComparison.ratioOfMedians(a, b))
                .isEqualTo(FigureComparison.ratioOfMedians(a.clone(), b.clone()));
    }

    private static double[] figures(Random random, double ratio) {
        return random.doubles(12).map(x -> ratio * Math.exp(0.1 * (x - 0.5))).toArray();
    }
}
