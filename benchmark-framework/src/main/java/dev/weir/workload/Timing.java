package dev.weir.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a run takes.
 *
 * @param warmup how long the load runs before anything counts
 * @param test how long is measured; empty: until stopped
 * @param sampleInterval length of a reporting interval, in [100 ms, 1 h]
 */
public record Timing(Duration warmup, Optional<Duration> test, Duration sampleInterval) {}
