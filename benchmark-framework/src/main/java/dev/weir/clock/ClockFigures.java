package dev.weir.clock;

/**
 * What a clock and the waiting for it are capable of.
 *
 * @param readingNanos what one reading costs, in the best of many rounds
 * @param stepNanos the smallest step between two readings that differ; what a reading costs shows in it
 * @param parkLateP50Nanos how late a thread wakes up that has parked until a moment, half of the time at most
 * @param parkLateP99Nanos the same, 99 % of the time at most
 */
public record ClockFigures(double readingNanos, long stepNanos, long parkLateP50Nanos, long parkLateP99Nanos) {}
