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
import org.jspecify.annotations.Nullable;

/**
 * OMB's fields of a result: one list per name with an entry for each interval of the measurement, and figures of the
 * whole. Names and units are OMB's: milliseconds as double, but microseconds for the publish delay. They are
 * filled also where few samples lie beyond a percentile, and null only where none was taken at all.
 */
public final class OmbSeries {
    private static final double[] PERCENTILES = {50, 75, 95, 99, 99.9, 99.99};
    private static final String[] PERCENTILE_NAMES = {"50pct", "75pct", "95pct", "99pct", "999pct", "9999pct"};
    private static final double[] QUANTILE_STEPS = {
        0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 99.9999, 100
    };

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

        Map<String, @Nullable Double> figures(LatencySet latencies) {
            LatencySamples samples = latencies.of(latency);
            Map<String, @Nullable Double> figures = new LinkedHashMap<>();
            if (hasMin) {
                figures.put("Min", inUnit(samples, (double) samples.minNanos()));
            }
            if (hasAverage) {
                figures.put("Avg", inUnit(samples, samples.meanNanos()));
            }
            for (int i = 0; i < PERCENTILES.length; i++) {
                figures.put(PERCENTILE_NAMES[i], inUnit(samples, (double) samples.percentileNanos(PERCENTILES[i])));
            }
            figures.put("Max", inUnit(samples, (double) samples.maxNanos()));
            return figures;
        }

        Map<String, @Nullable Double> quantiles(LatencySet latencies) {
            LatencySamples samples = latencies.of(latency);
            Map<String, @Nullable Double> quantiles = new LinkedHashMap<>();
            for (double percentile : QUANTILE_STEPS) {
                quantiles.put(
                        String.valueOf(percentile), inUnit(samples, (double) samples.percentileNanos(percentile)));
            }
            return quantiles;
        }

        /** Null where no sample was taken, as with acks=0: a zero would read as a perfect system. */
        private @Nullable Double inUnit(LatencySamples samples, double nanos) {
            return samples.count() == 0 ? null : nanos / nanosPerUnit;
        }
    }

    private final Map<String, List<@Nullable Number>> lists = new LinkedHashMap<>();

    /** Adds an interval, if it is one of the measurement. */
    void add(Interval interval) {
        if (interval.phase() != Phase.MEASUREMENT) {
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
        append("backlog", interval.backlog());
        for (OmbLatency omb : OmbLatency.values()) {
            omb.figures(interval.measured()).forEach((figure, value) -> append(omb.key + figure, value));
        }
    }

    /** All fields, lists first, then those of the whole measurement. */
    Map<String, @Nullable Object> fields(LatencySet wholeMeasurement) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(lists);
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

    private void append(String name, @Nullable Number value) {
        lists.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
    }
}
