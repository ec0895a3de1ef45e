package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Native histograms of several processes, added bucket by bucket, as Prometheus does. */
public final class MergedBuckets {
    private static final int SCHEMA = 6;
    private static final double BASE = Math.pow(2, Math.pow(2, -SCHEMA));

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long zeros;
    private long count;

    /** Latencies of messages that were due in the measurement, of processes that each have some. */
    public MergedBuckets(Collection<Telemetry> processes, String latency) {
        var labels = Labels.of("name", latency, "window", LatencyDistributions.MEASURED);
        List<HistogramDataPointSnapshot> points = metrics(processes, "weir_latency_distribution_seconds")
                .flatMap(each -> ((HistogramSnapshot) each).getDataPoints().stream())
                .filter(each -> each.getLabels().equals(labels))
                .toList();
        assertThat(points).as(latency).hasSameSizeAs(processes);
        for (HistogramDataPointSnapshot point : points) {
            assertThat(point.getNativeSchema()).isEqualTo(SCHEMA);
            zeros += point.getNativeZeroCount();
            count += point.getCount();
            point.getNativeBucketsForPositiveValues().stream()
                    .forEach(each -> counts.merge(each.getBucketIndex(), each.getCount(), Long::sum));
        }
    }

    /** A counter without labels, of all processes together. */
    public static long counter(Collection<Telemetry> processes, String name) {
        return metrics(processes, name)
                .mapToLong(each ->
                        (long) ((CounterSnapshot) each).getDataPoints().get(0).getValue())
                .sum();
    }

    private static Stream<MetricSnapshot> metrics(Collection<Telemetry> processes, String name) {
        return processes.stream()
                .flatMap(each -> each.registry().scrape().stream())
                .filter(each -> each.getMetadata().getName().equals(name));
    }

    public long count() {
        return count;
    }

    /** The lower limit of the bucket of this percentile, seconds. */
    public double lower(double percentile) {
        return Math.pow(BASE, bucket(percentile) - 1);
    }

    /** The upper limit of it. */
    public double upper(double percentile) {
        return Math.pow(BASE, bucket(percentile));
    }

    private int bucket(double percentile) {
        long rank = (long) Math.ceil(Math.nextDown(percentile) * count / 100);
        long before = zeros;
        for (var each : counts.entrySet()) {
            before += each.getValue();
            if (before >= rank) {
                return each.getKey();
            }
        }
        throw new IllegalStateException("no sample has rank " + rank);
    }
}
