package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
    @Test
    void theMedianIsTheMiddleOrBetweenTheTwoThatAre() {
        assertThat(Bootstrap.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Bootstrap.median(new double[] {9, 1, 5, 6})).isEqualTo(5.5);
    }

    @Test
    void figuresThatAgreeLeaveNoDoubt() {
        assertThat(Bootstrap.of(new double[] {2, 2, 2})).isEqualTo(new Bootstrap(2, 2, 2));
    }

    @Test
    void boundsHoldTheMedianAndLieWithinTheFigures() {
        double[] figures = {0.90, 0.95, 1.00, 1.02, 1.04, 1.05, 1.10, 1.50};

        Bootstrap bootstrap = Bootstrap.of(figures);

        assertThat(bootstrap.median()).isEqualTo(1.03);
        // One figure that stands out moves a mean; it must not move the bounds of a median.
        assertThat(bootstrap.low()).isBetween(0.925, 1.0);
        assertThat(bootstrap.high()).isBetween(1.045, 1.3);
        assertThat(Bootstrap.of(figures)).isEqualTo(bootstrap);
    }

    /** Of many samples from a distribution whose median is known, the bounds miss it in about one of ten. */
    @ParameterizedTest
    @ValueSource(ints = {8, 20})
    void boundsHoldTheTrueMedianAboutNineTimesOfTen(int length) {
        var random = new java.util.SplittableRandom(7);
        int held = 0;
        for (int i = 0; i < 200; i++) {
            Bootstrap bootstrap = Bootstrap.of(
                    random.doubles(length).map(figure -> figure - 0.5).toArray());
            if (bootstrap.low() <= 0 && bootstrap.high() >= 0) {
                held++;
            }
        }
        assertThat(held).isBetween(160, 196);
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> Bootstrap.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
