package dev.weir.clock;

/**
 * Measured properties of a clock and of waiting for it.
 *
 * @param readingNanos cost of one reading, in the best of many rounds
 * @param stepNanos smallest step between two different readings, which includes the cost of reading
 * @param park possible precision of pacing
 */
public record ClockFigures(double readingNanos, long stepNanos, ParkFigures park) {}
