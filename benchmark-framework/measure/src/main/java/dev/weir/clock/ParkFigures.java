package dev.weir.clock;

/**
 * Measured properties of waiting by parking.
 *
 * @param lateP10Nanos lateness of a wake-up, 10th percentile
 * @param lateP50Nanos lateness, median
 * @param lateP99Nanos lateness, 99th percentile
 * @param cpuNanos mean CPU time of one wait
 */
public record ParkFigures(long lateP10Nanos, long lateP50Nanos, long lateP99Nanos, long cpuNanos) {}
