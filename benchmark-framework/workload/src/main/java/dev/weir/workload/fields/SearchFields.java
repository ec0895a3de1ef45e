package dev.weir.workload.fields;

import dev.weir.workload.fields.ThresholdFields.ThresholdType;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.search.SearchSpec;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Fields of a workload's {@code search}. One row each, as {@code WorkloadFields}. */
public final class SearchFields {
    private static final Decimal RATE = Decimal.RATE;

    private static final Field<Double> START =
            Field.optional("start", RATE, 10_000.0, "rate of the first probe").in(QuantityText.RATE);

    private static final Field<Double> MOST = Field.optional(
                    "most", RATE, 1e9, "rate beyond which the search does not go")
            .in(QuantityText.RATE);

    private static final Field<Double> PRECISION = Field.optional(
            "precision",
            Decimal.in(0.001, 0.5),
            0.02,
            "how close the rate that is sustained and the one that is not have to come, as a share");

    private static final Field<Duration> PROBE_DURATION =
            Field.optional("probeDuration", Time.SPAN, Duration.ofSeconds(30), "how long a probe measures");

    private static final Field<Duration> PROBE_WARMUP =
            Field.optional("probeWarmup", Time.SPAN, Duration.ofSeconds(10), "how long its load runs before that");

    private static final Field<List<Threshold>> CRITERIA = Field.free(
            "criteria",
            new OneOrMoreType<>(new ThresholdType()),
            "what has to hold for a rate to be sustained, beside the workload's thresholds; achievedRate >= 99% of"
                    + " target and backlogGrowth <= 1% of target if absent");

    private static final Field<Long> CONFIRM = Field.optional(
            "confirm",
            new Whole(0, 10),
            1L,
            "runs that confirm the found rate, with the workload's own warmupDuration and testDuration");

    private static final Field<Boolean> CURVE = Field.optional(
            "curve",
            new Flag(),
            false,
            "whether 1, 5, 10, 25, 50, 75, 90, 95, 100 and 105 % of the found rate are run afterwards, as probes");

    private static final FieldTable TABLE =
            FieldTable.of("search", START, MOST, PRECISION, PROBE_DURATION, PROBE_WARMUP, CRITERIA, CONFIRM, CURVE);

    public static final Field<SearchSpec> SEARCH = Field.free(
            "search",
            new MappingType<>(TABLE, SearchFields::spec),
            "find the highest rate at which criteria and thresholds hold, by runs of their own (probes): double,"
                    + " bisect, confirm; instead of a producerRate, or with producerRate: 0; with that and no search,"
                    + " probes take their durations from the file");

    private SearchFields() {}

    /** Returns the search, if any; with {@code producerRate: 0} alone, its probes are as long as the file's runs. */
    public static Optional<SearchSpec> of(FieldValues workload) {
        return workload.find(SEARCH)
                .or(() -> workload.find(RateFields.PRODUCER_RATE)
                        .filter(rate -> rate == 0)
                        .map(rate -> byRate(workload)));
    }

    private static SearchSpec byRate(FieldValues workload) {
        Duration test = PhaseFields.testDuration(workload);
        Duration probe = test.isZero() ? workload.get(PROBE_DURATION) : test;
        Duration warmup = PhaseFields.givenWarmup(workload).orElse(workload.get(PROBE_WARMUP));
        // A workload has no fields of a search on its own level: the others have their defaults.
        return spec(workload, probe, warmup, SearchSpec.CRITERIA);
    }

    private static SearchSpec spec(FieldValues values, Duration probe, Duration warmup, List<Threshold> criteria) {
        double start = values.get(START);
        double most = values.get(MOST);
        double precision = values.get(PRECISION);
        return new SearchSpec(
                start, most, precision, probe, warmup, criteria, values.number(CONFIRM), values.get(CURVE));
    }

    private static Optional<SearchSpec> spec(FieldValues values) {
        double start = values.get(START);
        double most = values.get(MOST);
        Duration probe = values.get(PROBE_DURATION);
        List<Threshold> criteria = values.find(CRITERIA).orElse(SearchSpec.CRITERIA);
        if (start > most) {
            values.error(
                    values.given(START) ? START : MOST,
                    (values.given(START)
                            ? "must be at most the most, " + NumberText.plain(most) + ", got " + NumberText.plain(start)
                            : "must be at least the start, " + NumberText.plain(start) + ", got "
                                    + NumberText.plain(most) + "; set start too"));
        }
        if (probe.isZero()) {
            values.error(PROBE_DURATION, "must be more than 0s, got 0s");
        }
        for (Threshold each : criteria) {
            if (each.window().map(window -> window.compareTo(probe) > 0).orElse(false)) {
                values.error(
                        CRITERIA,
                        each.condition().text() + " has a window that is longer than a probe of "
                                + DurationText.of(probe) + ": it could never be judged; shorten it, or set"
                                + " probeDuration");
            }
        }
        return values.unlessWrong(() -> spec(values, probe, values.get(PROBE_WARMUP), criteria));
    }

    public static void put(SearchSpec search, FieldWriter given) {
        List<Object> criteria =
                search.criteria().stream().map(ThresholdFields::of).toList();
        given.put(
                SEARCH,
                fields -> fields.put(START, search.start())
                        .put(MOST, search.most())
                        .put(PRECISION, search.precision())
                        .put(PROBE_DURATION, search.probeDuration())
                        .put(PROBE_WARMUP, search.probeWarmup())
                        .put(CRITERIA, criteria)
                        .put(CONFIRM, search.confirmations())
                        .put(CURVE, search.withCurve()));
    }
}
