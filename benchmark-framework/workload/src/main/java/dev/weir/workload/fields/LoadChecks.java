package dev.weir.workload.fields;

import dev.weir.workload.goal.Condition.LimitUnit;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that fields of the load's shape, thresholds and search have an effect and do not contradict each other. */
final class LoadChecks {
    private LoadChecks() {}

    static void check(FieldValues values) {
        boolean closed = LoadFields.isClosed(values);
        boolean follows = values.hasEntries(RateFields.RATES);
        boolean unlimited = !follows && values.find(RateFields.PRODUCER_RATE).orElse(0.0) == Double.POSITIVE_INFINITY;
        if (closed) {
            refuse(values, RateFields.PRODUCER_RATE, !unlimited, "a closed loop sends when answers come; remove it");
            refuse(values, RateFields.RATES, follows, "a closed loop sends when answers come; remove it");
            refuse(values, RateFields.WARMUP_RATE, true, "a closed loop sends when answers come; remove it");
        } else {
            refuse(
                    values,
                    LoadFields.IN_FLIGHT,
                    true,
                    "only a closed loop limits messages in flight; set mode to closed, or remove it");
        }
        String without = closed
                ? "a closed loop has no schedule; remove it"
                : "a load without a limit has no schedule; remove it";
        for (Field<?> field :
                List.of(LoadFields.ARRIVAL, LoadFields.BURST_PERIOD, LoadFields.CATCH_UP, LoadFields.PRECISION)) {
            boolean isDefault = field.otherwise().equals(values.find(field));
            refuse(values, field, (closed || unlimited) && !isDefault, without);
        }
        if (!closed && !unlimited) {
            refuse(
                    values,
                    LoadFields.BURST_PERIOD,
                    LoadFields.arrival(values) != Arrival.BURST
                            && Sections.of(values).readShare() == 0,
                    "only arrival: burst and readRatio have a period; remove it");
        }
        if (values.find(LoadFields.BURST_PERIOD).map(Duration::isZero).orElse(false)) {
            values.error(LoadFields.BURST_PERIOD, "must be more than 0s");
        }
        checkDueAtOnce(values);
    }

    /**
     * Refuses bursts and requests that do not fit into the measurement: all their messages are due at once, and would
     * make a rate far above the one that the file asks for.
     */
    private static void checkDueAtOnce(FieldValues values) {
        Duration test = RateFields.measurement(values);
        if (test.isZero()) {
            return;
        }
        Optional<Duration> period = values.find(LoadFields.BURST_PERIOD);
        if (LoadFields.arrival(values) == Arrival.BURST
                && period.filter(each -> each.compareTo(test) > 0).isPresent()) {
            values.error(
                    LoadFields.BURST_PERIOD,
                    "is longer than the measurement of " + DurationText.of(test)
                            + ", and all messages of a period are due at once; make it at most as long");
        }
        double rate = RateFields.startRate(values);
        double due = rate * test.toNanos() / 1e9;
        for (Sections.Given<?> each : Sections.of(values).given()) {
            if (rate > 0 && each.property(Section::requestMessages) > Math.max(1, due)) {
                values.error(
                        each.section().field(),
                        "is more than the " + Math.round(due)
                                + " messages that the producerRate makes in the measurement of "
                                + DurationText.of(test)
                                + ", and all messages of a request are due at once; make it at most as many");
            }
        }
    }

    private static void refuse(FieldValues values, Field<?> field, boolean idle, String whyAndRemedy) {
        if (idle && values.find(field).isPresent()) {
            values.error(field, "has no effect: " + whyAndRemedy);
        }
    }

    static void checkRate(FieldValues values) {
        List<RatePoint> points = values.find(RateFields.RATES).orElse(List.of());
        if (points.isEmpty()) {
            return;
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
                values.error(
                        RateFields.RATES,
                        "must be in the order of time, got " + time(points.get(i)) + " after "
                                + time(points.get(i - 1)));
                return;
            }
        }
        checkTogether(values, new Rate.Curve(points));
    }

    private static void checkTogether(FieldValues values, Rate.Curve rates) {
        Duration test = PhaseFields.testDuration(values);
        if (!(rates.overall(Optional.of(test).filter(length -> !length.isZero())) > 0)) {
            values.error(
                    RateFields.RATES,
                    test.isZero()
                            ? "must not end with the rate 0 where the test has no end: give a testDuration"
                            : "has no message within the test of " + DurationText.of(test));
        }
        if (!test.isZero() && rates.last().atNanos() > test.toNanos()) {
            values.warning(
                    RateFields.RATES,
                    "goes on until " + time(rates.last())
                            + ", and the test ends after "
                            + DurationText.of(test)
                            + ": times count from the begin of the measurement, AutoMQ's hours and minutes too");
        }
        boolean warmsUp = !PhaseFields.warmupDuration(values).isZero();
        boolean hasWarmupRate = values.find(RateFields.WARMUP_RATE).orElse(-1.0) != -1;
        if (warmsUp && !hasWarmupRate && rates.atBegin() == 0) {
            values.error(
                    RateFields.RATES,
                    "begins with the rate 0, which the warm-up would have: give a warmupProducerRate, or set"
                            + " warmupDuration to 0s");
        }
        if (values.find(RateFields.PRODUCER_RATE).isPresent()) {
            values.warning(
                    RateFields.PRODUCER_RATE, "has no effect beside a producerRateList, as in AutoMQ's; remove one");
        }
    }

    private static String time(RatePoint point) {
        return DurationText.of(Duration.ofNanos(point.atNanos()));
    }

    /** Checks whether thresholds and search fit into the workload. */
    static void checkGoals(FieldValues values) {
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
