package dev.weir.workload;

import java.util.List;
import java.util.Map;

/** The fields of a workload file that say what its runs have to reach. */
final class GoalFields {
    static final Field<List<Threshold>> THRESHOLDS = Field.optional(
            "thresholds",
            new ListType<>(new ThresholdType(), true),
            List.of(),
            "what the result has to keep to, or the exit status is 99; with acks=all that nothing acknowledged is lost, and"
                    + " with idempotence that nothing is duplicated, is judged always");

    static final Field<SearchSpec> SEARCH = Field.free(
            "search",
            new MappingType<>(SearchFields.TABLE, SearchFields::spec),
            "find the highest rate at which criteria and thresholds hold, by runs of their own (probes): double, bisect,"
                    + " confirm; instead of a producerRate, or with producerRate: 0");

    private GoalFields() {}

    /** Goals in the words of a file. */
    static void put(Goals goals, Map<Field<?>, Object> given) {
        given.put(
                THRESHOLDS, goals.thresholds().stream().map(ThresholdFields::of).toList());
        goals.search().ifPresent(search -> given.put(SEARCH, SearchFields.of(search)));
    }
}
