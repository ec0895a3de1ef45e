package dev.weir.clock;

/**
 * What it is to wait for a moment by parking.
 *
 * @param lateP50Nanos how late a thread wakes up, half of the time at most
 * @param lateP99Nanos the same, 99 % of the time at most
 * @param cpuNanos CPU time that one wait takes of its thread, on average
 */
public record ParkFigures(long lateP50Nanos, long lateP99Nanos, long cpuNanos) {}
