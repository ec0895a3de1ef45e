package dev.weir.workload.fields.goal;

import dev.weir.workload.fields.goal.ThresholdFields.ThresholdType;
import dev.weir.workload.goal.SearchSpec;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import java.util.List;

/** Fields of a workload file about goals of its runs. */
public final class GoalFields {
    public static final Field<List<Threshold>> THRESHOLDS = Field.optional(
            "thresholds",
            new ListType<>(new ThresholdType(), true),
            List.of(),
            "what the result has to keep to, or the exit status is 99; with acks=all that nothing acknowledged is"
                    + " lost, and with idempotence that nothing is duplicated, is judged always");

    public static final Field<SearchSpec> SEARCH = Field.free(
            "search",
            new MappingType<>(SearchFields.TABLE, SearchFields::spec),
            "find the highest rate at which criteria and thresholds hold, by runs of their own (probes): double,"
                    + " bisect, confirm; instead of a producerRate, or with producerRate: 0; with that and no search,"
                    + " probes take their durations from the file");

    private GoalFields() {}

    public static void put(List<Threshold> thresholds, FieldWriter given) {
        given.put(THRESHOLDS, thresholds.stream().map(ThresholdFields::of).toList());
    }

    public static void put(SearchSpec search, FieldWriter given) {
        given.put(SEARCH, fields -> SearchFields.put(search, fields));
    }
}
