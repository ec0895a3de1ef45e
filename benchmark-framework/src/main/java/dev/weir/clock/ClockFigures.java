package dev.weir.clock;

/**
 * What a clock and the waiting for it are capable of.
 *
 * @param readingNanos what one reading costs, in the best of many rounds
 * @param stepNanos the smallest step between two readings that differ; what a reading costs shows in it
 * @param park the precision that pacing can have
 */
public record ClockFigures(double readingNanos, long stepNanos, ParkFigures park) {}
