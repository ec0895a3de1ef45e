package dev.weir.workload.fields.goal;

import dev.weir.workload.fields.goal.ThresholdType.ConditionType;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fields of an item of a workload's {@code thresholds} that is a mapping. One row each. */
final class ThresholdFields {
    private static final Field<Condition> CONDITION = Field.required(
            "condition",
            new ConditionType(),
            "condition, the same as the short form, of " + names(true) + " (each with .min, .mean, .max or a"
                    + " percentile), or of " + names(false));

    private static final Field<Duration> WINDOW = Field.free(
            "window",
            Time.SPAN,
            "it has to hold in every stretch of this length, rounded up to whole reporting intervals, and the worst is"
                    + " shown; in the measurement as a whole if absent");

    private static final Field<Boolean> ABORT = Field.optional(
            "abort", new Flag(), false, "whether the run ends, in good order, as soon as the threshold is missed");

    private static final Field<Duration> AFTER = Field.free(
            "after", Time.SPAN, "earliest time in the measurement at which the run is aborted; 0s if absent");

    static final FieldTable TABLE = FieldTable.of("threshold", CONDITION, WINDOW, ABORT, AFTER);

    private ThresholdFields() {}

    private static String names(boolean latencies) {
        return Stream.of(Metric.values())
                .filter(metric -> latencies == (metric.kind() == Metric.Kind.LATENCY))
                .map(Metric::key)
                .collect(Collectors.joining(", "));
    }

    static Optional<Threshold> threshold(FieldValues values) {
        Condition condition = values.get(CONDITION);
        boolean sound = true;
        for (Field<?> field : new Field<?>[] {WINDOW, ABORT}) {
            boolean asks = values.find(field).isPresent() && !values.find(field).equals(Optional.of(false));
            if (asks && !condition.metric().isOfIntervals()) {
                values.error(
                        field,
                        "has no effect: " + condition.metric().key() + " is known when the run is over; remove it");
                sound = false;
            }
        }
        if (values.find(WINDOW).map(Duration::isZero).orElse(false)) {
            values.error(WINDOW, "must be more than 0s; remove it to judge the measurement as a whole");
            sound = false;
        }
        if (values.given(AFTER) && !values.get(ABORT)) {
            values.error(AFTER, "has no effect without abort: true; set that, or remove this");
            sound = false;
        }
        return sound
                ? Optional.of(new Threshold(
                        condition,
                        values.find(WINDOW),
                        values.get(ABORT),
                        values.find(AFTER).orElse(Duration.ZERO)))
                : Optional.empty();
    }

    /** Returns a threshold in the form of a file: a text, if that is sufficient. */
    static Object of(Threshold threshold) {
        String condition = threshold.condition().text();
        return threshold.equals(Threshold.of(threshold.condition()))
                ? condition
                : FieldWriter.mapping(fields -> fields.put(CONDITION, condition)
                        .put(WINDOW, threshold.window())
                        .put(ABORT, threshold.aborts())
                        .putIf(threshold.aborts(), AFTER, threshold.after()));
    }
}
