package dev.weir.workload;

import dev.weir.workload.Type.Items;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The fields of a workload file that say what its runs have to reach. */
final class GoalFields {
    static final Field<List<Threshold>> THRESHOLDS = Field.optional(
            "thresholds",
            new Items<>(new ThresholdType(), true),
            List.of(),
            "what the result has to keep to, or the exit status is 99; with acks=all that nothing acknowledged is lost, and"
                    + " with idempotence that nothing is duplicated, is judged always");

    static final Field<SearchSpec> SEARCH = Field.free(
            "search",
            new Type.Fields<>(SearchFields.TABLE, SearchFields::spec),
            "find the highest rate at which criteria and thresholds hold, by runs of their own (probes): double, bisect,"
                    + " confirm; instead of a producerRate, or with producerRate: 0");

    private GoalFields() {}

    static void addTo(FieldTable table) {
        table.add(THRESHOLDS);
        table.add(SEARCH);
    }

    static Goals goals(FieldValues values) {
        boolean byRate = values.find(WorkloadFields.PRODUCER_RATE).orElse(-1.0) == 0
                && !values.given(RateFields.RATES)
                && !TopicFields.isConsumeOnly(values);
        Optional<SearchSpec> search =
                values.find(SEARCH).or(() -> byRate ? Optional.of(SearchFields.defaults()) : Optional.empty());
        return new Goals(values.get(THRESHOLDS), search);
    }

    /** Goals in the words of a file. */
    static void put(Goals goals, Map<Field<?>, Object> given) {
        given.put(
                THRESHOLDS, goals.thresholds().stream().map(ThresholdFields::of).toList());
        goals.search().ifPresent(search -> given.put(SEARCH, SearchFields.of(search)));
    }

    static void check(FieldValues values) {
        boolean searches = values.given(SEARCH);
        double rate = values.find(WorkloadFields.PRODUCER_RATE).orElse(0.0);
        if (searches && rate != 0) {
            values.error(
                    SEARCH,
                    "says that a rate is to be found, but producerRate gives one; remove one of them, or set producerRate"
                            + " to 0");
        }
        refuseWithoutRate(values);
        boolean zero = values.given(WorkloadFields.PRODUCER_RATE) && rate == 0;
        if ((searches || zero) && LoadFields.isClosed(values)) {
            values.error(
                    searches ? SEARCH : WorkloadFields.PRODUCER_RATE,
                    "has no effect: a closed loop sends when answers come, and has no rate to be found; remove it");
        }
        if ((searches || zero) && values.find(WorkloadFields.WARMUP_RATE).orElse(-1.0) != -1) {
            values.error(
                    WorkloadFields.WARMUP_RATE,
                    "has no effect: each probe of a search warms up at its own rate; remove it");
        }
        checkThresholds(values, searches || zero);
    }

    /** Each probe has a rate of its own, and what says another would make all of them the same. */
    private static void refuseWithoutRate(FieldValues values) {
        if (!values.given(SEARCH)) {
            return;
        }
        if (values.given(RateFields.RATES)) {
            values.error(SEARCH, "has no effect beside a producerRateList, which says the rates; remove one of them");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(SEARCH, "has no effect where nobody produces; remove it");
        }
        if (values.find(PhaseFields.BACKLOG_GIB).orElse(0.0) > 0) {
            values.error(SEARCH, "cannot build a backlog for each of its probes; remove consumerBacklogSizeGB");
        }
    }

    private static void checkThresholds(FieldValues values, boolean searches) {
        boolean withoutRate = !searches
                && (LoadFields.isClosed(values)
                        || values.find(WorkloadFields.PRODUCER_RATE).orElse(0.0) == Double.POSITIVE_INFINITY);
        // A probe is the shortest run that the thresholds are judged in.
        Duration test = searches
                ? values.find(SEARCH).orElseGet(SearchFields::defaults).probeDuration()
                : WorkloadFields.testDuration(values);
        for (Threshold each : values.find(THRESHOLDS).orElse(List.of())) {
            String text = each.condition().text();
            if (withoutRate && each.condition().unit() == LimitUnit.PERCENT_OF_TARGET) {
                values.error(
                        THRESHOLDS,
                        text + " cannot be judged: the load has no rate that would be the target; give messages per"
                                + " second, or a producerRate");
            }
            Optional<Duration> longest = Stream.of(each.window(), Optional.of(each.after()))
                    .flatMap(Optional::stream)
                    .filter(time -> !test.isZero() && time.compareTo(test) > 0)
                    .findFirst();
            longest.ifPresent(time -> values.error(
                    THRESHOLDS,
                    text + " has a window or an after of " + DurationText.of(time)
                            + ", which is longer than the whole " + (searches ? "probe" : "test") + " of "
                            + DurationText.of(test) + "; shorten it"));
        }
    }
}
