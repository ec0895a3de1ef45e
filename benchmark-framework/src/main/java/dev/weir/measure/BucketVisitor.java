package dev.weir.measure;

/** Receives the buckets of a {@link LatencyHistogram} that have samples. */
@FunctionalInterface
public interface BucketVisitor {
    /**
     * Receives a bucket.
     *
     * @param lowestNanos smallest duration in it, nanoseconds, at least 0
     * @param highestNanos largest duration in it, at most 0.1 % more; the same below 2 microseconds
     * @param samples its samples, at least 1
     */
    void visit(long lowestNanos, long highestNanos, long samples);
}
