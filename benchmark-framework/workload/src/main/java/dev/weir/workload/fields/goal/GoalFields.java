package dev.weir.workload.fields.goal;

import dev.weir.workload.fields.goal.ThresholdFields.ThresholdType;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import java.util.List;

/** Fields of a workload file about goals of its runs. */
public final class GoalFields {
    public static final Field<List<Threshold>> THRESHOLDS = Field.optional(
            "thresholds",
            new ListType<>(new ThresholdType(), true),
            List.of(),
            "what the result has to keep to, or the exit status is 99; with acks=all that nothing acknowledged is"
                    + " lost, and with idempotence that nothing is duplicated, is judged always");

    private GoalFields() {}

    public static void put(List<Threshold> thresholds, FieldWriter given) {
        given.put(THRESHOLDS, thresholds.stream().map(ThresholdFields::of).toList());
    }
}
