package dev.weir.result;

import dev.weir.workload.goal.Condition;
import java.util.Locale;

/** What became of a threshold, for a person. */
public final class ThresholdText {
    private ThresholdText() {}

    /** Its condition and the figure: {@code achievedRate >= 99% of target: 87.4 % of target}. */
    public static String of(ThresholdResult result) {
        return condition(result) + ": " + figure(result);
    }

    /** What it asks for. */
    public static String condition(ThresholdResult result) {
        return result.threshold().condition().text()
                + result.threshold()
                        .window()
                        .map(window -> String.format(Locale.ROOT, " in any %s s", plain(window.toNanos() / 1e9)))
                        .orElse("");
    }

    /** What was measured, when, or why nothing was. */
    public static String figure(ThresholdResult result) {
        if (result.value().isEmpty()) {
            return "not judged, " + result.why();
        }
        String when = result.when()
                .map(stretch -> " from " + IsoTime.timeOfDay(stretch.beginNanos()) + " to "
                        + IsoTime.timeOfDay(stretch.endNanos()))
                .orElse("");
        return (result.greater() ? "> " : "")
                + value(result.threshold().condition(), result.value().getAsDouble())
                + when
                + (result.ended() ? ", which ended the run" : "");
    }

    private static String value(Condition condition, double value) {
        return switch (condition.unit()) {
            case NANOSECONDS -> String.format(Locale.ROOT, "%,.3f ms", value / 1e6);
            case MESSAGES_PER_SECOND -> String.format(Locale.ROOT, "%,.1f messages/s", value);
            case PERCENT_OF_TARGET -> String.format(Locale.ROOT, "%.2f %% of target", value);
            case MESSAGES -> String.format(Locale.ROOT, "%,.0f messages", value);
            case OUTCOME -> Condition.OUTCOMES.get((int) value);
        };
    }

    private static String plain(double number) {
        return String.valueOf(ResultJson.number(number));
    }
}
