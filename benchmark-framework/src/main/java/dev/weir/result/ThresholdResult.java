package dev.weir.result;

import dev.weir.host.observation.Stretch;
import dev.weir.workload.goal.Comparison;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Threshold;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What became of a threshold.
 *
 * @param byDefault whether it holds for every run, and not because the workload asks for it
 * @param value the figure, in the unit of the condition; with a window that of the worst one; empty if it cannot be told
 * @param greater whether the figure is greater than the value, which is only a lower bound of it: some messages were never
 *     sent, failed, or were never delivered
 * @param when the worst window, on the coordinator's clock; empty if it was judged on the whole measurement
 * @param ended whether the run ended early for it
 * @param why it cannot be told; empty if it can
 */
public record ThresholdResult(
        Threshold threshold,
        boolean byDefault,
        OptionalDouble value,
        boolean greater,
        Optional<Stretch> when,
        boolean ended,
        String why) {
    public ThresholdResult {
        Objects.requireNonNull(threshold);
        Objects.requireNonNull(when);
        if (value.isPresent() != why.isEmpty()) {
            throw new IllegalArgumentException(
                    "why must say what a value is missing for, got " + value + " and " + why);
        }
    }

    /** Whether it is certain that the figure keeps to the limit. */
    public boolean isMet() {
        Condition condition = threshold.condition();
        Comparison comparison = condition.comparison();
        return value.isPresent()
                && (greater
                        ? comparison.holdsAbove(value.getAsDouble(), condition.limit())
                        : comparison.holds(value.getAsDouble(), condition.limit()));
    }

    /** Whether it counts as missed. What was asked for and could not be judged does: it is unknown whether it held. */
    public boolean isMissed() {
        return !isMet() && (value.isPresent() || !byDefault);
    }
}
