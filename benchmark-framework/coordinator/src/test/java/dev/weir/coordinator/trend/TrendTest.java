package dev.weir.coordinator.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTest {
    @Test
    void isTheSlopeOfALine() {
        assertThat(Trend.slope(List.of(1.0, 3.0, 5.0, 7.0))).isEqualTo(2);
        assertThat(Trend.relativeChange(List.of(7.0, 5.0, 3.0, 1.0))).isEqualTo(-1.5);
    }

    @Test
    void aQuarterOfWildFiguresMovesItLittle() {
        var random = new Random(1);
        List<Double> figures = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            figures.add(i % 4 == 0 ? 1e9 * random.nextDouble() : 100 + 2.0 * i + random.nextGaussian());
        }

        assertThat(Trend.slope(figures)).isCloseTo(2, within(1.0));
    }

    @Test
    void nothingGoesNowhere() {
        assertThat(Trend.slope(List.of())).isZero();
        assertThat(Trend.slope(List.of(5.0))).isZero();
        assertThat(Trend.relativeChange(List.of(0.0, 0.0, 0.0))).isZero();
        assertThat(Trend.relativeChange(List.of(0.0, 0.0, 0.0, 1.0, 2.0))).isEqualTo(Double.POSITIVE_INFINITY);
    }
}
