package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.weir.live.LatencyDistributions.LatencyDistribution;
import dev.weir.measure.LatencyHistogram;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buckets of HdrHistogram in exponential buckets. */
class LatencyDistributionTest {
    private final LatencyDistribution distribution = new LatencyDistribution(1000);

    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "1.0001, 1",
        "2, 64",
        "0.5, -64",
        "0.50001, -63",
        "0.0009765625, -640",
        "0.001, -637",
        "1024, 640"
    })
    void numbersBucketsByTheirUpperLimit(double seconds, int bucket) {
        assertThat(LatencyDistribution.bucket(seconds)).isEqualTo(bucket);
    }

    @Test
    void countsEachSampleInABucketThatHasIt() {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            long nanos = (long) Math.pow(2, random.nextDouble() * 62);
            var one = new LatencyDistribution(0);

            one.add(of(nanos));

            var buckets = one.snapshot(Labels.EMPTY).getNativeBucketsForPositiveValues();
            assertThat(buckets.size()).isOne();
            double upper = Math.pow(2, buckets.getBucketIndex(0) / 64.0);
            double lower = Math.pow(2, (buckets.getBucketIndex(0) - 1) / 64.0);
            assertThat(nanos / 1e9).isBetween(lower * 0.9995, upper * 1.0005);
        }
    }

    @Test
    void countsTheShortestAndTheLongest() {
        distribution.add(of(1));
        distribution.add(of(Long.MAX_VALUE));

        assertThat(distribution.snapshot(Labels.EMPTY).getCount()).isEqualTo(2);
    }

    @Test
    void addsUpWithZerosOnTheirOwn() {
        var samples = new LatencyHistogram();
        samples.record(0, 3);
        samples.record(1_000_000, 5);
        samples.record(1_500_000_000, 7);

        distribution.add(samples);
        distribution.add(samples);

        HistogramDataPointSnapshot snapshot = distribution.snapshot(Labels.of("name", "a"));
        assertThat(snapshot.getNativeZeroCount()).isEqualTo(6);
        assertThat(snapshot.getNativeBucketsForPositiveValues().stream())
                .extracting(each -> each.getBucketIndex() + ": " + each.getCount())
                .containsExactly("-637: 10", "38: 14");
        assertThat(snapshot.getCount()).isEqualTo(30);
        assertThat(snapshot.getSum()).isCloseTo(10 * 0.001 + 14 * 1.5, withPercentage(0.05));
        assertThat(snapshot.getCreatedTimestampMillis()).isEqualTo(1000);
    }

    private static LatencyHistogram of(long nanos) {
        var samples = new LatencyHistogram();
        samples.record(nanos, 1);
        return samples;
    }
}
