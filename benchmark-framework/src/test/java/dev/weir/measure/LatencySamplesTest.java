package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatencySamplesTest {
    private final LatencySamples samples = new LatencySamples();

    @Test
    void negativeSamplesRankBelowAllOthers() {
        samples.negativeMagnitudes().record(500, 40);
        for (int value = 1; value <= 60; value++) {
            samples.values().record(value, 1);
        }

        assertThat(samples.count()).isEqualTo(100);
        assertThat(samples.percentileNanos(40)).isZero();
        assertThat(samples.percentileNanos(50)).isEqualTo(10);
        assertThat(samples.percentileNanos(90)).isEqualTo(50);
        assertThat(samples.percentileNanos(100)).isEqualTo(60);
        assertThat(samples.minNanos()).isEqualTo(-500);
        assertThat(samples.maxNanos()).isEqualTo(60);
        assertThat(samples.meanNanos()).isCloseTo((60 * 61 / 2 - 40 * 500) / 100.0, within(0.01));
    }

    @Test
    void areAllBelowZeroWhereAllAreNegative() {
        samples.negativeMagnitudes().record(7, 3);

        assertThat(samples.percentileNanos(99)).isZero();
        assertThat(samples.meanNanos()).isEqualTo(-7);
        assertThat(samples.maxNanos()).isZero();
    }

    @Test
    void areZeroWithoutAny() {
        assertThat(samples.percentileNanos(50)).isZero();
        assertThat(samples.meanNanos()).isZero();
        assertThat(samples.minNanos()).isZero();
        assertThat(samples.isAdequate(50)).isFalse();
    }
}
