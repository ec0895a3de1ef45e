package dev.weir.workload.check;

import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.goal.ThresholdFields;
import dev.weir.workload.fields.search.SearchFields;
import dev.weir.workload.goal.LimitUnit;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks whether thresholds and search fit into the workload. */
final class GoalChecks {
    private GoalChecks() {}

    static void check(FieldValues values) {
        boolean searches = values.given(SearchFields.SEARCH);
        if (searches) {
            checkSearch(values);
        }
        boolean isSearched = RateFields.isSearched(values);
        if (isSearched && LoadFields.isClosed(values)) {
            values.error(
                    searches ? SearchFields.SEARCH : RateFields.PRODUCER_RATE,
                    "has no effect: a closed loop sends when answers come, and has no rate to be found; remove it");
        }
        if (isSearched && values.find(RateFields.WARMUP_RATE).orElse(-1.0) != -1) {
            values.error(
                    RateFields.WARMUP_RATE,
                    "has no effect: each probe of a search warms up at its own rate; remove it");
        }
        checkThresholds(values, isSearched);
    }

    /** Adds a problem if fields fix the rate, which each probe of a search has to set. */
    private static void checkSearch(FieldValues values) {
        if (values.find(RateFields.PRODUCER_RATE).orElse(0.0) != 0) {
            values.error(
                    SearchFields.SEARCH,
                    "searches for a rate, but producerRate gives one; remove one of them, or set producerRate to 0");
        }
        if (values.given(RateFields.RATES)) {
            values.error(
                    SearchFields.SEARCH,
                    "has no effect with a producerRateList, which gives the rates; remove one of them");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(SearchFields.SEARCH, "has no effect without producers; remove it");
        }
    }

    private static void checkThresholds(FieldValues values, boolean searches) {
        boolean withoutRate = !searches
                && (LoadFields.isClosed(values)
                        || values.find(RateFields.PRODUCER_RATE).orElse(0.0) == Double.POSITIVE_INFINITY);
        // A probe is the shortest run in which the thresholds are judged.
        Duration test = RateFields.measurement(values);
        for (Threshold each : values.find(ThresholdFields.THRESHOLDS).orElse(List.of())) {
            String text = each.condition().text();
            if (withoutRate && each.condition().unit() == LimitUnit.PERCENT_OF_TARGET) {
                values.error(
                        ThresholdFields.THRESHOLDS,
                        text + " cannot be judged: the load has no rate that would be the target; give messages per"
                                + " second, or a producerRate");
            }
            Optional<Duration> longest = Stream.of(each.window(), Optional.of(each.after()))
                    .flatMap(Optional::stream)
                    .filter(time -> !test.isZero() && time.compareTo(test) > 0)
                    .findFirst();
            longest.ifPresent(time -> values.error(
                    ThresholdFields.THRESHOLDS,
                    text + " has a window or an after of " + DurationText.of(time)
                            + ", which is longer than the whole " + (searches ? "probe" : "test") + " of "
                            + DurationText.of(test) + "; shorten it"));
        }
    }
}
