package dev.weir.live;

import dev.weir.clock.Clock;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The metrics of Prometheus' registry in the form of OpenTelemetry's exporters: counters as sums, native histograms as
 * exponential histograms, all cumulative since the start of the process, and the others as gauges. One thread.
 */
final class OtlpMetrics {
    /** What Prometheus adds to the name of a metric that only has labels; to a counter, a collector adds {@code _total}. */
    private static final String INFO = "_info";

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PrometheusRegistry registry;
    private final Resource resource;
    private final Clock clock;
    private final long startNanos;

    OtlpMetrics(PrometheusRegistry registry, Resource resource, Clock clock) {
        this.registry = registry;
        this.resource = resource;
        this.clock = clock;
        this.startNanos = clock.epochNanos();
    }

    /** Returns the present values. Metrics without any are left out. */
    List<MetricData> read() {
        long nowNanos = clock.epochNanos();
        return registry.scrape().stream()
                .flatMap(each -> metric(each, nowNanos).stream())
                .filter(each -> !each.data().getPoints().isEmpty())
                .<MetricData>map(each -> each)
                .toList();
    }

    private Optional<Metric> metric(MetricSnapshot snapshot, long nowNanos) {
        MetricMetadata metadata = snapshot.getMetadata();
        if (snapshot instanceof CounterSnapshot counter) {
            List<DoublePointData> points = counter.getDataPoints().stream()
                    .map(each -> point(each, each.getValue(), nowNanos))
                    .toList();
            return Optional.of(new Metric(
                    resource,
                    metadata.getName(),
                    metadata,
                    MetricDataType.DOUBLE_SUM,
                    SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points)));
        }
        if (snapshot instanceof GaugeSnapshot gauge) {
            List<DoublePointData> points = gauge.getDataPoints().stream()
                    .filter(each -> !Double.isNaN(each.getValue()))
                    .map(each -> point(each, each.getValue(), nowNanos))
                    .toList();
            return Optional.of(gauge(metadata.getName(), metadata, points));
        }
        if (snapshot instanceof InfoSnapshot info) {
            return Optional.of(gauge(
                    metadata.getName() + INFO,
                    metadata,
                    info.getDataPoints().stream()
                            .map(each -> point(each, 1, nowNanos))
                            .toList()));
        }
        if (snapshot instanceof HistogramSnapshot histogram) {
            List<ExponentialHistogramPointData> points = histogram.getDataPoints().stream()
                    .map(each -> point(each, nowNanos))
                    .toList();
            return Optional.of(new Metric(
                    resource,
                    metadata.getName(),
                    metadata,
                    MetricDataType.EXPONENTIAL_HISTOGRAM,
                    ExponentialHistogramData.create(AggregationTemporality.CUMULATIVE, points)));
        }
        return Optional.empty();
    }

    private Metric gauge(String name, MetricMetadata metadata, List<DoublePointData> points) {
        return new Metric(
                resource, name, metadata, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points));
    }

    private DoublePointData point(DataPointSnapshot point, double value, long nowNanos) {
        return DoublePointData.create(startNanos(point), nowNanos, attributes(point), value, List.of());
    }

    private ExponentialHistogramPointData point(HistogramDataPointSnapshot point, long nowNanos) {
        int scale = point.getNativeSchema();
        return ExponentialHistogramPointData.create(
                scale,
                point.getSum(),
                point.getNativeZeroCount(),
                false,
                0,
                false,
                0,
                buckets(scale, point.getNativeBucketsForPositiveValues()),
                buckets(scale, point.getNativeBucketsForNegativeValues()),
                startNanos(point),
                nowNanos,
                attributes(point),
                List.of());
    }

    /** Converts buckets; OpenTelemetry numbers buckets by their lower limit, Prometheus by their upper one. */
    private static ExponentialHistogramBuckets buckets(int scale, NativeHistogramBuckets filled) {
        if (filled.size() == 0) {
            return ExponentialHistogramBuckets.create(scale, 0, List.of());
        }
        int first = filled.getBucketIndex(0);
        long[] counts = new long[filled.getBucketIndex(filled.size() - 1) - first + 1];
        filled.stream().forEach(each -> counts[each.getBucketIndex() - first] = each.getCount());
        return ExponentialHistogramBuckets.create(
                scale, first - 1, LongStream.of(counts).boxed().toList());
    }

    private long startNanos(DataPointSnapshot point) {
        return point.hasCreatedTimestamp() ? point.getCreatedTimestampMillis() * NANOS_PER_MILLI : startNanos;
    }

    private static Attributes attributes(DataPointSnapshot point) {
        AttributesBuilder attributes = Attributes.builder();
        point.getLabels().forEach(label -> attributes.put(label.getName(), label.getValue()));
        return attributes.build();
    }

    /** A metric with its present values. */
    private record Metric(Resource resource, String name, MetricMetadata metadata, MetricDataType type, Data<?> data)
            implements MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return InstrumentationScopeInfo.create(OtlpExport.SCOPE);
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getDescription() {
            return metadata.getHelp();
        }

        @Override
        public String getUnit() {
            return metadata.hasUnit() ? "s" : "";
        }

        @Override
        public MetricDataType getType() {
            return type;
        }

        @Override
        public Data<?> getData() {
            return data;
        }
    }
}
