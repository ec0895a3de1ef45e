package dev.weir.workload;

/** Condition that ends a warm-up. */
public enum WarmupEnd {
    /** Its duration is over. */
    DURATION,

    /** Retention has deleted from each partition, or its duration is over. */
    RETENTION,

    /** Throughput and latency have become steady, or its duration is over. */
    STEADY
}
