package dev.weir.live;

import dev.weir.measure.LatencyHistogram;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.stream.IntStream;

/**
 * Exponential histogram of one latency, in seconds, that only grows. Bucket {@code i} counts samples in {@code (base^(i-1),
 * base^i]}, as in Prometheus' native histograms. All such histograms have the same buckets, so those of several processes
 * can be added. Thread-safe.
 *
 * <p>The samples of a {@link LatencyHistogram}'s bucket all count where the middle of that bucket lies. A sample lies
 * at most 0.05 % beside the bucket in which it counts. With buckets 1.1 % wide, a quantile is at most 1.2 % off,
 * wherever in its bucket a reader places it.
 */
final class LatencyDistribution {
    /** Buckets have the base {@code 2^(2^-SCALE)}. With 5, a reader that takes the upper limit of a bucket is 2.2 % off. */
    static final int SCALE = 6;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BUCKETS_PER_E = (1 << SCALE) / Math.log(2);
    private static final int LOWEST = bucket(1 / NANOS_PER_SECOND);
    private static final int HIGHEST = bucket(Long.MAX_VALUE / NANOS_PER_SECOND);

    private final long createdMillis;
    private final long[] counts = new long[HIGHEST - LOWEST + 1];
    private long zeros;
    private double sumSeconds;

    /** Creates an empty one. */
    LatencyDistribution(long createdMillis) {
        this.createdMillis = createdMillis;
    }

    /** Returns the number of a value's bucket. */
    static int bucket(double seconds) {
        return (int) Math.ceil(Math.log(seconds) * BUCKETS_PER_E);
    }

    synchronized void add(LatencyHistogram samples) {
        samples.forEachBucket(this::add);
    }

    private void add(long lowestNanos, long highestNanos, long samples) {
        double seconds = (lowestNanos + (highestNanos - lowestNanos) / 2.0) / NANOS_PER_SECOND;
        sumSeconds += seconds * samples;
        if (seconds == 0) {
            zeros += samples;
        } else {
            counts[bucket(seconds) - LOWEST] += samples;
        }
    }

    /** Returns its present state, in the form of Prometheus' library. */
    synchronized HistogramDataPointSnapshot snapshot(Labels labels) {
        int[] filled =
                IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
        return new HistogramDataPointSnapshot(
                SCALE,
                zeros,
                0,
                NativeHistogramBuckets.of(
                        IntStream.of(filled).map(i -> i + LOWEST).toArray(),
                        IntStream.of(filled).mapToLong(i -> counts[i]).toArray()),
                NativeHistogramBuckets.EMPTY,
                sumSeconds,
                labels,
                Exemplars.EMPTY,
                createdMillis);
    }
}
