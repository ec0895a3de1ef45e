package dev.weir.result.threshold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TheilSenTest {
    @Test
    void isTheSlopeOfALine() {
        assertThat(TheilSen.slope(series(5, x -> 3 * x + 7))).isEqualTo(3);
        assertThat(TheilSen.slope(series(4, x -> 12))).isZero();
    }

    /** Least squares would say 46. */
    @Test
    void isNotBentByAPauseAtTheEnd() {
        assertThat(TheilSen.slope(series(10, x -> x < 9 ? 5 : 1000))).isZero();
    }

    @Test
    void leavesPointsOfALongSeriesOut() {
        assertThat(TheilSen.slope(series(10_001, x -> 2 * x))).isCloseTo(2, within(1e-9));
    }

    private static List<TheilSen.Point> series(int points, DoubleUnaryOperator y) {
        return IntStream.range(0, points)
                .mapToObj(x -> new TheilSen.Point(x, y.applyAsDouble(x)))
                .toList();
    }
}
