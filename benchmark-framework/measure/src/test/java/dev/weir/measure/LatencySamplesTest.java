package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0, 0, 0, false",
        // A percentile of negative samples is zero.
        "3, 0, -7, -7, 0, 0, false",
        // There is a lower bound where nothing ended.
        "0, 4, 500, 500, 500, 500, true",
    })
    void hasTheFiguresOfOneKindOfSamplesAndOfNone(
            int negative, int open, long min, double mean, long max, long percentile, boolean censored) {
        samples.negativeMagnitudes().record(7, negative);
        samples.lowerBounds().record(500, open);

        assertThat(samples.minNanos()).isEqualTo(min);
        assertThat(samples.meanNanos()).isEqualTo(mean);
        assertThat(samples.maxNanos()).isEqualTo(max);
        for (double each : new double[] {0.001, 50, 99}) {
            assertThat(samples.percentileNanos(each)).isEqualTo(percentile);
            assertThat(samples.isCensored(each)).isEqualTo(censored);
        }
        assertThat(samples.isAdequate(50)).isFalse();
    }

    /** The numbers of the class's own documentation. */
    @Test
    void unendedSamplesRankAboveAllOthers() {
        samples.values().record(1_000_000, 900);
        samples.lowerBounds().record(2_000_000_000, 100);

        assertThat(samples.count()).isEqualTo(900);
        assertThat(samples.total()).isEqualTo(1000);
        assertThat(samples.percentileNanos(90)).isBetween(1_000_000L, 1_001_000L);
        assertThat(samples.isCensored(90)).isFalse();
        assertThat(samples.isCensored(90.1)).isTrue();
        assertThat(samples.percentileNanos(99)).isBetween(2_000_000_000L, 2_002_000_000L);
        assertThat(samples.isCensored(99)).isTrue();
        assertThat(samples.ended().percentileNanos(99)).isBetween(1_000_000L, 1_001_000L);
    }

    /**
     * A quantile that is not marked holds if the samples that did not end were longer than all others. One that is marked
     * is the largest bound that holds then, so quantiles never fall.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyQuantileIsExactOrAMarkedLowerBound(long seed) {
        var random = new SplittableRandom(seed);
        int ended = random.nextInt(200);
        int open = 1 + random.nextInt(200);
        List<Long> values = new ArrayList<>();
        List<Long> bounds = new ArrayList<>();
        for (int i = 0; i < ended; i++) {
            values.add(random.nextLong(-100, 2000));
        }
        for (int i = 0; i < open; i++) {
            bounds.add(random.nextLong(0, 2000));
        }
        values.forEach(
                value -> (value < 0 ? samples.negativeMagnitudes() : samples.values()).record(Math.abs(value), 1));
        bounds.forEach(bound -> samples.lowerBounds().record(bound, 1));
        List<Long> never = new ArrayList<>(values);
        bounds.forEach(bound -> never.add(Long.MAX_VALUE));
        List<Long> atOnce = new ArrayList<>(values);
        atOnce.addAll(bounds);
        long longest = values.stream().mapToLong(Long::longValue).max().orElse(0);
        Collections.sort(never);
        Collections.sort(atOnce);

        for (int rank = 1; rank <= ended + open; rank++) {
            double percentile = 100.0 * rank / (ended + open);
            boolean unknown = never.get(rank - 1) == Long.MAX_VALUE;
            assertThat(samples.isCensored(percentile)).as("p%s", percentile).isEqualTo(unknown);
            // Below 2,048 buckets are of one nanosecond.
            assertThat(samples.percentileNanos(percentile))
                    .as("p%s", percentile)
                    .isEqualTo(Math.max(0, unknown ? Math.max(longest, atOnce.get(rank - 1)) : never.get(rank - 1)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "50, 19, false", "50, 20, true",
        "99, 999, false", "99, 1000, true",
        "99.9, 9999, false", "99.9, 10000, true",
        "99.99, 99999, false", "99.99, 100000, true",
        "99.999, 999999, false", "99.999, 1000000, true",
        "99.9999, 9999999, false", "99.9999, 10000000, true",
        "100, 1000000000, false"
    })
    void hasAPercentileWithTenSamplesBeyondIt(double percentile, long count, boolean adequate) {
        samples.values().record(1_000, count);

        assertThat(samples.isAdequate(percentile)).isEqualTo(adequate);
    }
}
