package dev.weir.result.omb;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Interval;
import dev.weir.result.omb.OmbLists.OmbLatency;
import dev.weir.result.omb.OmbLists.OmbTotals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * OMB's fields of a result: one list per name with an entry for each interval of the measurement, and figures of the
 * whole. Names and units are OMB's: milliseconds as double, but microseconds for the publish delay. As in OMB, they
 * contain messages that ended in the interval, whenever they were due, and percentiles with few samples beyond them. As
 * in OMB, they leave out messages that failed, or were never sent or delivered. If nothing was measured, entries of
 * lists are null, and figures of the whole are absent: a 0 would be the best figure of all.
 */
public final class OmbSeries {
    /** Quantiles in each map, whatever its values. */
    private static final NavigableSet<Double> FIXED_QUANTILES =
            new TreeSet<>(List.of(0.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0));

    /** As dense as OMB's: 100 for each halving of the remainder. OMB's scripts cut off the ends. */
    private static final int QUANTILES_PER_HALF = 100;

    private static final NavigableSet<Double> QUANTILES = quantileSteps();

    /** Number of values into which an interval's delays are spread where there is no rate. */
    private static final int DELAY_STEPS = 100;

    private final List<Row> rows = new ArrayList<>();
    private final LatencySet whole = new LatencySet();
    private OptionalLong loadBeganNanos = OptionalLong.empty();

    private enum Unit {
        PUBLISH(Latency.PUBLISH_SERVICE, 1e6),
        END_TO_END(Latency.END_TO_END_SERVICE, 1e6),
        SCHEDULE(Latency.SEND_CALL, 1e6),
        PUBLISH_DELAY(Latency.SEND_DELAY, 1e3);

        private final Latency latency;
        private final double nanosPerUnit;

        Unit(Latency latency, double nanosPerUnit) {
            this.latency = latency;
            this.nanosPerUnit = nanosPerUnit;
        }

        OmbLatency<Double> figures(LatencySet latencies, boolean isTotal) {
            LatencySamples samples = latencies.of(latency);
            if (samples.count() == 0) {
                return OmbLatency.none();
            }
            return new OmbLatency<>(
                    figure(samples.minNanos()).filter(any -> !isTotal && this != PUBLISH_DELAY),
                    Optional.of(samples.meanNanos() / nanosPerUnit).filter(any -> this != SCHEDULE),
                    figure(samples.percentileNanos(50)),
                    figure(samples.percentileNanos(75)),
                    figure(samples.percentileNanos(95)),
                    figure(samples.percentileNanos(99)),
                    figure(samples.percentileNanos(99.9)),
                    figure(samples.percentileNanos(99.99)),
                    figure(samples.maxNanos()),
                    isTotal ? quantiles(latencies) : Map.of());
        }

        private Optional<Double> figure(long nanos) {
            return Optional.of(nanos / nanosPerUnit);
        }

        void add(LatencySet from, LatencySet to) {
            if (from.has(latency)) {
                to.of(latency).add(from.of(latency).ended());
            }
        }

        /** Returns the quantiles; a quantile with the same value as the one before it is left out. */
        Map<String, Double> quantiles(LatencySet latencies) {
            LatencySamples samples = latencies.of(latency);
            Map<String, Double> quantiles = new LinkedHashMap<>();
            if (samples.count() == 0) {
                return quantiles;
            }
            long before = -1;
            for (double percentile : QUANTILES) {
                long nanos = samples.percentileNanos(percentile);
                if (nanos != before || FIXED_QUANTILES.contains(percentile)) {
                    quantiles.put(String.valueOf(percentile), nanos / nanosPerUnit);
                }
                before = nanos;
            }
            return quantiles;
        }
    }

    /** An interval of the measurement: its counts, length, backlog, and the figures of its latencies. */
    private record Row(Counts counts, double seconds, long backlog, Map<Unit, OmbLatency<Double>> figures) {}

    /** Returns the figures of one interval of any phase, without quantiles. The load begins with the first interval. */
    public OmbTotals of(Interval interval) {
        LatencySet ended = ended(interval);
        return new OmbTotals(
                Unit.PUBLISH.figures(ended, false),
                Unit.END_TO_END.figures(ended, false),
                Map.of(),
                Unit.PUBLISH_DELAY.figures(ended, false));
    }

    private LatencySet ended(Interval interval) {
        if (loadBeganNanos.isEmpty() && interval.phase().isLoaded()) {
            loadBeganNanos = OptionalLong.of(interval.fromNanos());
        }
        var ended = new LatencySet();
        for (Unit unit : Unit.values()) {
            unit.add(interval.warmup(), ended);
            unit.add(interval.measured(), ended);
        }
        if (ended.has(Latency.SEND_CALL) && !ended.has(Latency.SEND_DELAY)) {
            loadBeganNanos.ifPresent(began -> addDelays(
                    ended.of(Latency.SEND_CALL).count(),
                    interval.fromNanos() - began,
                    interval.toNanos() - began,
                    ended.of(Latency.SEND_DELAY).values()));
        }
        return ended;
    }

    /**
     * Adds the publish delays of messages without a rate: all are due when the load begins, as with OMB's rates that no
     * client reaches.
     */
    private static void addDelays(long messages, long least, long most, LatencyHistogram delays) {
        for (int step = 0; step < DELAY_STEPS; step++) {
            long count = messages * (step + 1) / DELAY_STEPS - messages * step / DELAY_STEPS;
            delays.record(least + (most - least) * (step + 1) / DELAY_STEPS, count);
        }
    }

    public void add(Interval interval) {
        add(interval, interval.backlog());
    }

    /**
     * Adds an interval, if it is one of the measurement, with OMB's backlog. Intervals without a length after the first
     * one are the wait for more messages of a load that ends by itself. They have no rate: as zeros, they would lower the
     * means that readers of the lists compute.
     *
     * @param backlog backlog as OMB counts it, in which duplicates count as outstanding deliveries
     */
    public void add(Interval interval, long backlog) {
        LatencySet ended = ended(interval);
        boolean isWait = interval.seconds() == 0 && !rows.isEmpty();
        if (!interval.phase().isMeasured() || isWait) {
            return;
        }
        whole.add(ended);
        Map<Unit, OmbLatency<Double>> figures = new EnumMap<>(Unit.class);
        Stream.of(Unit.values()).forEach(unit -> figures.put(unit, unit.figures(ended, false)));
        rows.add(new Row(interval.counts(), Math.max(interval.seconds(), 1e-9), backlog, figures));
    }

    /** Returns the lists. As in OMB, a message counts as sent when it is acknowledged. */
    public OmbLists lists() {
        return new OmbLists(
                list(row -> row.counts.sends().acknowledged()),
                list(row -> row.counts.receipts().deliveries()),
                list(row -> row.counts.sends().failed()),
                list(row -> row.counts.receipts().receiveFailed()),
                list(row -> row.counts.sends().acknowledged() / row.seconds),
                list(row -> row.counts.receipts().deliveries() / row.seconds),
                list(row -> row.counts.sends().failed() / row.seconds),
                list(Row::backlog),
                figures(Unit.PUBLISH),
                figures(Unit.END_TO_END),
                figures(Unit.SCHEDULE),
                figures(Unit.PUBLISH_DELAY));
    }

    /** Returns an entry for each interval; none if nothing is known about any interval. */
    private List<@Nullable Number> list(Function<Row, @Nullable Number> entry) {
        List<@Nullable Number> list = new ArrayList<>();
        rows.forEach(row -> list.add(entry.apply(row)));
        return list.stream().allMatch(Objects::isNull) ? List.of() : list;
    }

    private OmbLatency<List<@Nullable Number>> figures(Unit unit) {
        return new OmbLatency<>(
                figures(unit, OmbLatency::min),
                figures(unit, OmbLatency::mean),
                figures(unit, OmbLatency::p50),
                figures(unit, OmbLatency::p75),
                figures(unit, OmbLatency::p95),
                figures(unit, OmbLatency::p99),
                figures(unit, OmbLatency::p999),
                figures(unit, OmbLatency::p9999),
                figures(unit, OmbLatency::max),
                Map.of());
    }

    private Optional<List<@Nullable Number>> figures(Unit unit, Function<OmbLatency<Double>, Optional<Double>> figure) {
        return Optional.of(list(row -> figure.apply(row.figures.getOrDefault(unit, OmbLatency.none()))
                        .orElse(null)))
                .filter(list -> !list.isEmpty());
    }

    public OmbTotals totals() {
        return new OmbTotals(
                Unit.PUBLISH.figures(whole, true),
                Unit.END_TO_END.figures(whole, true),
                Unit.SCHEDULE.quantiles(whole),
                Unit.PUBLISH_DELAY.figures(whole, true));
    }

    private static NavigableSet<Double> quantileSteps() {
        NavigableSet<Double> steps = new TreeSet<>(FIXED_QUANTILES);
        double beyond = 100;
        while (beyond > 1e-4) {
            for (int i = 0; i < QUANTILES_PER_HALF; i++) {
                steps.add(100 - beyond * (1 - 0.5 * i / QUANTILES_PER_HALF));
            }
            beyond /= 2;
        }
        return steps;
    }
}
