package dev.weir.workload;

/** What ends a warm-up. */
public enum WarmupEnd {
    /** Its duration. */
    DURATION,

    /** That retention has deleted from every partition; its duration at the latest. */
    RETENTION,

    /** That throughput and latency have stopped trending; its duration at the latest. */
    STEADY
}
