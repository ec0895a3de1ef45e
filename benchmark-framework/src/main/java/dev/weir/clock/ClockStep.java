package dev.weir.clock;

/**
 * A wall clock that was set.
 *
 * @param atNanos when that was noticed, epoch nanoseconds of the process that noticed it, which did not step
 * @param byNanos how far it went, forward if more than 0
 */
public record ClockStep(long atNanos, long byNanos) {}
