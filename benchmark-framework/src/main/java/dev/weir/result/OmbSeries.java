package dev.weir.result;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * OMB's fields of a result: one list per name with an entry for each interval of the measurement, and figures of the
 * whole. Names and units are OMB's: milliseconds as double, but microseconds for the publish delay. They are
 * filled as OMB fills them, also where few samples lie beyond a percentile, and with 0 where none was taken at all: the
 * scripts that read them stop at anything else. What is not known is absent from our own fields instead. As in OMB, messages
 * that failed, or were never sent or delivered, are in none of them.
 */
public final class OmbSeries {
    private static final double[] PERCENTILES = {50, 75, 95, 99, 99.9, 99.99};
    private static final String[] PERCENTILE_NAMES = {"50pct", "75pct", "95pct", "99pct", "999pct", "9999pct"};
    /** In every map of quantiles, whatever its values. */
    private static final NavigableSet<Double> FIXED_QUANTILES =
            new TreeSet<>(List.of(0.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0));

    /** As dense as OMB's, whose scripts cut off the ends: 100 for each halving of what lies beyond. */
    private static final int QUANTILES_PER_HALF = 100;

    private static final NavigableSet<Double> QUANTILES = quantileSteps();

    /** What OMB calls a latency, its unit, and which of the figures it gives of it. */
    private enum OmbLatency {
        PUBLISH("publishLatency", Latency.PUBLISH_SERVICE, 1e6, true, true),
        END_TO_END("endToEndLatency", Latency.END_TO_END_SERVICE, 1e6, true, true),
        SCHEDULE("scheduleLatency", Latency.SEND_CALL, 1e6, true, false),
        PUBLISH_DELAY("publishDelayLatency", Latency.SEND_DELAY, 1e3, false, true);

        private final String key;
        private final Latency latency;
        private final double nanosPerUnit;
        private final boolean hasMin;
        private final boolean hasAverage;

        OmbLatency(String key, Latency latency, double nanosPerUnit, boolean hasMin, boolean hasAverage) {
            this.key = key;
            this.latency = latency;
            this.nanosPerUnit = nanosPerUnit;
            this.hasMin = hasMin;
            this.hasAverage = hasAverage;
        }

        Map<String, Double> figures(LatencySet latencies) {
            LatencySamples samples = latencies.of(latency).ended();
            Map<String, Double> figures = new LinkedHashMap<>();
            if (hasMin) {
                figures.put("Min", inUnit((double) samples.minNanos()));
            }
            if (hasAverage) {
                figures.put("Avg", inUnit(samples.meanNanos()));
            }
            for (int i = 0; i < PERCENTILES.length; i++) {
                figures.put(PERCENTILE_NAMES[i], inUnit((double) samples.percentileNanos(PERCENTILES[i])));
            }
            figures.put("Max", inUnit((double) samples.maxNanos()));
            return figures;
        }

        /** A step that has the value of the one before it says nothing, and is left out. */
        Map<String, Double> quantiles(LatencySet latencies) {
            LatencySamples samples = latencies.of(latency).ended();
            Map<String, Double> quantiles = new LinkedHashMap<>();
            long before = -1;
            for (double percentile : QUANTILES) {
                long nanos = samples.percentileNanos(percentile);
                if (nanos != before || FIXED_QUANTILES.contains(percentile)) {
                    quantiles.put(String.valueOf(percentile), inUnit((double) nanos));
                }
                before = nanos;
            }
            return quantiles;
        }

        private double inUnit(double nanos) {
            return nanos / nanosPerUnit;
        }
    }

    private final Map<String, List<Number>> lists = new LinkedHashMap<>();

    /** Adds an interval, if it is one of the measurement. */
    void add(Interval interval) {
        add(interval, interval.backlog());
    }

    /**
     * The same.
     *
     * @param backlog as OMB counts it, which takes duplicates for deliveries that were outstanding
     */
    void add(Interval interval, long backlog) {
        if (!interval.phase().isMeasured()) {
            return;
        }
        Counts counts = interval.counts();
        double seconds = Math.max(interval.seconds(), 1e-9);
        // As in OMB, a message counts as sent when it is acknowledged.
        append("sent", counts.acknowledged());
        append("consumed", counts.received());
        append("publishFailed", counts.failed());
        append("consumeFailed", counts.receiveFailed());
        append("publishRate", counts.acknowledged() / seconds);
        append("consumeRate", counts.received() / seconds);
        append("publishErrorRate", counts.failed() / seconds);
        append("backlog", backlog);
        for (OmbLatency omb : OmbLatency.values()) {
            omb.figures(interval.measured()).forEach((figure, value) -> append(omb.key + figure, value));
        }
    }

    /** All fields, lists first, then those of the whole measurement. */
    Map<String, Object> fields(LatencySet wholeMeasurement) {
        Map<String, Object> fields = new LinkedHashMap<>(lists);
        for (OmbLatency omb : OmbLatency.values()) {
            String aggregated = "aggregated" + omb.key.substring(0, 1).toUpperCase(Locale.ROOT) + omb.key.substring(1);
            if (omb != OmbLatency.SCHEDULE) {
                omb.figures(wholeMeasurement).forEach((figure, value) -> {
                    if (!figure.equals("Min")) {
                        fields.put(aggregated + figure, value);
                    }
                });
            }
            fields.put(aggregated + "Quantiles", omb.quantiles(wholeMeasurement));
        }
        return fields;
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

    private void append(String name, Number value) {
        lists.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    }
}
