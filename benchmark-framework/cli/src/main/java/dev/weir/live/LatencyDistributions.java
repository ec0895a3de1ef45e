package dev.weir.live;

import dev.weir.clock.SystemClock;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Native histograms of all latencies since the start of the process, one for each latency and window. Samples below 0, and
 * samples that did not end, have no place in such a histogram: counters have them. Updated by one thread, read by any.
 */
final class LatencyDistributions implements Collector {
    /** Value of the label {@code window}: messages that were due in the warm-up. */
    static final String WARM_UP = "warm-up";

    /** Value of the label {@code window}: messages that were due in the measurement, as in results. */
    static final String MEASURED = "measured";

    private static final String NAME = "name";
    private static final String WINDOW = "window";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<Labels, LatencyDistribution> distributions = new ConcurrentHashMap<>();
    private final MetricMetadata metadata = new MetricMetadata(
            "weir_latency_distribution_seconds",
            "Latencies since the start of the process, by their names in results, as native histograms",
            Unit.SECONDS);
    private final Counter negative;
    private final Counter censored;

    LatencyDistributions(Telemetry telemetry) {
        negative = telemetry.counter(
                "weir_latency_negative_samples",
                "Latencies below 0, which are not in weir_latency_distribution_seconds: errors of clock offsets",
                NAME,
                WINDOW);
        censored = telemetry.counter(
                "weir_latency_censored_samples",
                "Latencies that did not end, which are not in weir_latency_distribution_seconds: messages that "
                        + "were not sent or failed. Each is longer than all others",
                NAME,
                WINDOW);
        telemetry.registry().register(this);
    }

    void add(String window, LatencySet latencies) {
        for (Latency latency : Latency.values()) {
            if (latencies.has(latency)) {
                LatencySamples samples = latencies.of(latency);
                distributions
                        .computeIfAbsent(
                                Labels.of(NAME, latency.key(), WINDOW, window),
                                absent -> new LatencyDistribution(SystemClock.INSTANCE.epochNanos() / NANOS_PER_MILLI))
                        .add(samples.values());
                negative.labelValues(latency.key(), window)
                        .inc(samples.negativeMagnitudes().count());
                censored.labelValues(latency.key(), window).inc(samples.censored());
            }
        }
    }

    @Override
    public HistogramSnapshot collect() {
        return new HistogramSnapshot(
                metadata,
                distributions.entrySet().stream()
                        .map(each -> each.getValue().snapshot(each.getKey()))
                        .toList());
    }

    /**
     * Exponential histogram of one latency, in seconds, that only grows. Bucket {@code i} counts samples in {@code (base^(i-1),
     * base^i]}, as in Prometheus' native histograms. All such histograms have the same buckets, so those of several processes
     * can be added. Thread-safe.
     *
     * <p>The samples of a {@link LatencyHistogram}'s bucket all count where the middle of that bucket lies. A sample lies
     * at most 0.05 % beside the bucket in which it counts. With buckets 1.1 % wide, a quantile is at most 1.2 % off,
     * wherever in its bucket a reader places it.
     */
    static final class LatencyDistribution {
        /** Buckets have the base {@code 2^(2^-SCALE)}. With 5, a reader that takes the upper limit of a bucket is 2.2 % off. */
        static final int SCALE = 6;

        private static final double NANOS_PER_SECOND = 1e9;
        private static final double BUCKETS_PER_E = (1 << SCALE) / Math.log(2);
        private static final int MIN_BUCKET = bucket(1 / NANOS_PER_SECOND);
        private static final int MAX_BUCKET = bucket(Long.MAX_VALUE / NANOS_PER_SECOND);

        private final long createdMillis;
        private final long[] counts = new long[MAX_BUCKET - MIN_BUCKET + 1];
        private long zeros;
        private double sumSeconds;

        LatencyDistribution(long createdMillis) {
            this.createdMillis = createdMillis;
        }

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
                counts[bucket(seconds) - MIN_BUCKET] += samples;
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
                            IntStream.of(filled).map(i -> i + MIN_BUCKET).toArray(),
                            IntStream.of(filled).mapToLong(i -> counts[i]).toArray()),
                    NativeHistogramBuckets.EMPTY,
                    sumSeconds,
                    labels,
                    Exemplars.EMPTY,
                    createdMillis);
        }
    }
}
