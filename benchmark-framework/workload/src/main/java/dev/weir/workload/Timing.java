package dev.weir.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * Durations of a run.
 *
 * @param test length of the measurement; empty: until stopped
 * @param sampleInterval length of a reporting interval, in [100 ms, 1 h]
 */
public record Timing(Duration warmup, Optional<Duration> test, Duration sampleInterval) {}
