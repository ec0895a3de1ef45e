package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.LatencyHistogram;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Native histograms of several processes, added bucket by bucket, as Prometheus does. */
public final class MergedBuckets {
    private MergedBuckets() {}

    /** Latencies of messages that were due in the measurement, of processes that each have some. */
    public static Map<Integer, Long> of(Collection<Telemetry> processes, String latency) {
        var labels = Labels.of("name", latency, "window", LatencyDistributions.MEASURED);
        List<HistogramDataPointSnapshot> points = metrics(processes, "weir_latency_distribution_seconds")
                .flatMap(each -> ((HistogramSnapshot) each).getDataPoints().stream())
                .filter(each -> each.getLabels().equals(labels))
                .toList();
        assertThat(points).as(latency).hasSameSizeAs(processes);
        return merged(points);
    }

    /** The buckets in which samples belong; {@code LatencyDistributionTest} checks how exact they are. */
    public static Map<Integer, Long> of(LatencyHistogram samples) {
        var distribution = new LatencyDistributions.LatencyDistribution(0);
        distribution.add(samples);
        return merged(List.of(distribution.snapshot(Labels.EMPTY)));
    }

    private static Map<Integer, Long> merged(List<HistogramDataPointSnapshot> points) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (HistogramDataPointSnapshot point : points) {
            assertThat(point.getNativeSchema()).isEqualTo(6);
            counts.merge(Integer.MIN_VALUE, point.getNativeZeroCount(), Long::sum);
            point.getNativeBucketsForPositiveValues().stream()
                    .forEach(each -> counts.merge(each.getBucketIndex(), each.getCount(), Long::sum));
        }
        return counts;
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
}
