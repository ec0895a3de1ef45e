package dev.weir.result.threshold;

import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import dev.weir.workload.goal.Condition.LimitUnit;
import java.util.Locale;

/** Describes the result of a threshold, for a person. */
public final class ThresholdText {
    private ThresholdText() {}

    /** Returns its condition and the figure: {@code achievedRate >= 99% of target: 87.4 % of target}. */
    public static String of(ThresholdCheck check) {
        return condition(check) + ": " + (check.judged() ? figure(check) : "not judged, " + check.why());
    }

    public static String condition(ThresholdCheck check) {
        return check.text()
                + check.windowSeconds()
                        .map(window -> " in any " + window + " s")
                        .orElse("");
    }

    private static String figure(ThresholdCheck check) {
        String when = check.worst()
                .begin()
                .map(begin -> " from " + timeOfDay(begin)
                        + check.worst()
                                .end()
                                .map(end -> " to " + timeOfDay(end))
                                .orElse(""))
                .orElse("");
        return (check.greaterThan() ? "> " : "")
                + value(check)
                + when
                + (check.endedRun() ? ", which ended the run" : "");
    }

    private static String timeOfDay(Moment moment) {
        return IsoTime.timeOfDay(moment.epochNanos());
    }

    private static String value(ThresholdCheck check) {
        String unit = check.unit();
        if (check.number().isEmpty()) {
            return check.value().map(String::valueOf).orElse("");
        }
        double value = check.number().getAsDouble();
        if (unit.equals(LimitUnit.NANOSECONDS.key())) {
            return String.format(Locale.ROOT, "%,.3f ms", value / 1e6);
        }
        String format = unit.equals(LimitUnit.MESSAGES_PER_SECOND.key())
                ? "%,.1f %s"
                : unit.equals(LimitUnit.PERCENT_OF_TARGET.key()) ? "%.2f %s" : "%,.0f %s";
        return String.format(Locale.ROOT, format, value, unit);
    }
}
