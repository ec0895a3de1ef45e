package dev.weir.clock;

/**
 * What it is to wait for a moment by parking.
 *
 * @param lateP10Nanos how late a thread wakes up, nearly always at least
 * @param lateP50Nanos the same, half of the time at most
 * @param lateP99Nanos the same, 99 % of the time at most
 * @param cpuNanos CPU time that one wait takes of its thread, on average
 */
public record ParkFigures(long lateP10Nanos, long lateP50Nanos, long lateP99Nanos, long cpuNanos) {}
