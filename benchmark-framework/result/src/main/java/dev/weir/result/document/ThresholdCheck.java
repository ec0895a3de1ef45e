package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.value.Moment.MomentRange;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.ComparisonOperator;
import dev.weir.workload.goal.Condition.LimitUnit;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.text.Checks;
import dev.weir.workload.text.NumberText;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A threshold, and whether the run met it.
 *
 * @param text text in the workload file
 * @param byDefault whether it applies although the workload file does not name it
 * @param met whether the figure certainly meets the limit
 * @param judged whether there is a figure
 * @param value figure that was judged: a number, or the name of an outcome; null if there is none
 * @param greaterThan whether the value is only a lower bound of the figure
 * @param limit limit of the figure: a number, or the name of an outcome
 * @param unit unit such as {@code ns}
 * @param windowSeconds length of the windows, of which the worst counts; empty: the whole measurement
 * @param worst the worst window, on the coordinator's clock; empty if the whole measurement was judged
 * @param endedRun whether the run ended early because of it
 * @param why why it could not be judged; empty if it was
 */
public record ThresholdCheck(
        String text,
        boolean byDefault,
        boolean met,
        boolean judged,
        Optional<Object> value,
        boolean greaterThan,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Object> limit,
        String unit,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Number> windowSeconds,
        @JsonUnwrapped MomentRange worst,
        boolean endedRun,
        String why) {
    /** Creates the check of a threshold by its figure; with windows, by the worst one. */
    public static ThresholdCheck of(Threshold threshold, boolean byDefault, Figure figure, Optional<TimeRange> when) {
        Condition condition = threshold.condition();
        ComparisonOperator comparison = condition.comparison();
        OptionalDouble value = figure.value;
        boolean met = value.isPresent()
                && (figure.greater
                        ? comparison.holdsAbove(value.getAsDouble(), condition.limit())
                        : comparison.holds(value.getAsDouble(), condition.limit()));
        return new ThresholdCheck(
                condition.text(),
                byDefault,
                met,
                value.isPresent(),
                value.isPresent() ? Optional.of(plain(condition, value.getAsDouble())) : Optional.empty(),
                figure.greater,
                Optional.of(plain(condition, condition.limit())),
                condition.unit().key(),
                threshold.window().map(window -> NumberText.written(window.toNanos() / 1e9)),
                MomentRange.of(when),
                false,
                figure.why);
    }

    private static Object plain(Condition condition, double value) {
        return condition.unit() == LimitUnit.OUTCOME ? Condition.OUTCOMES.get((int) value) : NumberText.written(value);
    }

    public ThresholdCheck endingTheRun() {
        return new ThresholdCheck(
                text, byDefault, met, judged, value, greaterThan, limit, unit, windowSeconds, worst, true, why);
    }

    /** Returns whether it counts as missed. A threshold that could not be judged does, unless it applies by default. */
    @JsonIgnore
    public boolean isMissed() {
        return !met && (judged || !byDefault);
    }

    /** Returns the figure in the unit of the condition; empty if it is unknown, or an outcome. */
    public OptionalDouble number() {
        return value.orElse("") instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** Returns its condition and the figure: {@code achievedRate >= 99% of target: 87.4 % of target}. */
    public String sentence() {
        return condition() + ": " + (judged ? figure() : "not judged, " + why);
    }

    /** Returns its text, with the length of its windows. */
    public String condition() {
        return text + windowSeconds.map(window -> " in any " + window + " s").orElse("");
    }

    private String figure() {
        String to = worst.end().map(end -> " to " + end.timeOfDay()).orElse("");
        String when =
                worst.begin().map(begin -> " from " + begin.timeOfDay() + to).orElse("");
        return (greaterThan ? "> " : "") + valueText() + when + (endedRun ? ", which ended the run" : "");
    }

    private String valueText() {
        if (number().isEmpty()) {
            return value.map(String::valueOf).orElse("");
        }
        double figure = number().getAsDouble();
        if (unit.equals(LimitUnit.NANOSECONDS.key())) {
            return String.format(Locale.ROOT, "%,.3f ms", figure / 1e6);
        }
        String format = unit.equals(LimitUnit.MESSAGES_PER_SECOND.key())
                ? "%,.1f %s"
                : unit.equals(LimitUnit.PERCENT_OF_TARGET.key()) ? "%.2f %s" : "%,.0f %s";
        return String.format(Locale.ROOT, format, figure, unit);
    }

    /**
     * A figure to be judged.
     *
     * @param value empty if unknown
     * @param greater whether the value is only a lower bound of the figure: some messages were never sent, failed, or were
     *     never delivered
     * @param why why it is unknown; empty if it is known
     */
    public record Figure(OptionalDouble value, boolean greater, String why) {
        public Figure {
            Checks.refuseIf(
                    value.isPresent() != why.isEmpty(),
                    "why must be given exactly if there is no value, got " + value + " and " + why);
        }

        public static Figure of(double value) {
            return of(value, false);
        }

        public static Figure of(double value, boolean greater) {
            return new Figure(OptionalDouble.of(value), greater, "");
        }

        public static Figure unknown(String why) {
            return new Figure(OptionalDouble.empty(), false, why);
        }
    }
}
