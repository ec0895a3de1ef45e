package dev.weir.live;

import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import java.util.Collection;
import java.util.TreeMap;

/** Exponential histograms of several processes, added bucket by bucket, as a reader of OTLP does. */
public final class MergedBuckets {
    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private final double base;
    private long zeros;
    private long count;

    public MergedBuckets(Collection<ExponentialHistogramDataPoint> points) {
        int scale = points.iterator().next().getScale();
        base = Math.pow(2, Math.pow(2, -scale));
        for (ExponentialHistogramDataPoint point : points) {
            if (point.getScale() != scale) {
                throw new IllegalArgumentException("scales differ: " + scale + ", " + point.getScale());
            }
            zeros += point.getZeroCount();
            count += point.getCount();
            for (int i = 0; i < point.getPositive().getBucketCountsCount(); i++) {
                counts.merge(
                        point.getPositive().getOffset() + i, point.getPositive().getBucketCounts(i), Long::sum);
            }
        }
    }

    public long count() {
        return count;
    }

    /** Samples in all buckets. */
    public long countOfBuckets() {
        return zeros + counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The lower limit of the bucket of this percentile, seconds. */
    public double lower(double percentile) {
        return Math.pow(base, bucket(percentile));
    }

    /** The upper limit of it. */
    public double upper(double percentile) {
        return Math.pow(base, bucket(percentile) + 1);
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
