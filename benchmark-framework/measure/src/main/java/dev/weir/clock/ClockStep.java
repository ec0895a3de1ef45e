package dev.weir.clock;

/**
 * A step of a wall clock.
 *
 * @param atNanos when it was detected, epoch nanoseconds of the process that detected it, whose clock did not step
 * @param byNanos size of the step, positive if forward
 */
public record ClockStep(long atNanos, long byNanos) {}
