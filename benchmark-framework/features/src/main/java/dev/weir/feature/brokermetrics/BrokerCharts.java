package dev.weir.feature.brokermetrics;

import dev.weir.report.html.chart.Axis;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.chart.Series;
import dev.weir.report.html.chart.TimeCharts;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Charts of what the brokers reported ({@code brokerMetrics}): on what they spend the time of requests, their garbage
 * collection, and what their drives wrote. For few runs only, because the lines of many could not be distinguished.
 */
final class BrokerCharts {
    private static final String WRITTEN = "node_disk_written_bytes_total";
    private static final String COUNT = BrokerRequests.PREFIX + "totaltimems_count";
    private static final String OF_REDPANDA =
            RedpandaMetric.REQUEST_LATENCY.names().get(0) + "_";
    private static final String COLLECTIONS = "jvm_gc_collection_seconds_sum";
    private static final double MEBIBYTE = 1 << 20;
    private static final double MILLIS = 1000;
    private static final double PERCENT = 100;

    /** Parts of the time of a request, in their order, by the names of their series. */
    private static final Map<String, String> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("requestqueuetimems", "waiting for a thread");
        PARTS.put("localtimems", "reading or writing the log");
        PARTS.put("remotetimems", "waiting for replicas or for data");
        PARTS.put("throttletimems", "throttled by a quota");
        PARTS.put("responsequeuetimems", "response waiting to be sent");
        PARTS.put("responsesendtimems", "sending the response");
    }

    private final List<ShownRun> runs;
    private final List<SampledRun> sampled;

    private BrokerCharts(List<ShownRun> runs) {
        this.runs = runs;
        this.sampled = runs.stream().flatMap(run -> SampledRun.of(run).stream()).toList();
    }

    /**
     * A run with metrics.
     *
     * @param ends ends of the sampled stretches, seconds since the load began
     */
    private record SampledRun(String label, List<BrokerMetrics.Endpoint> endpoints, List<Double> ends) {
        static Optional<SampledRun> of(ShownRun run) {
            return BrokerMetricsFeature.PART
                    .in(run.result().weir())
                    .map(metrics -> new SampledRun(run.label(), metrics.endpoints(), ends(run, metrics)));
        }

        private static List<Double> ends(ShownRun run, BrokerMetrics metrics) {
            OptionalLong origin = run.result().originNanos();
            if (metrics.begin().isEmpty() || origin.isEmpty()) {
                return List.of();
            }
            double first = Mark.seconds(metrics.begin().get().epochNanos(), origin.getAsLong());
            return metrics.endSeconds().stream().map(end -> first + end).toList();
        }
    }

    /**
     * Returns the charts; those for which there are no figures are empty.
     *
     * @param limit capability of a drive, MiB per second
     */
    public static List<Chart> of(List<ShownRun> runs, OptionalDouble limit) {
        if (runs.size() > ShownRun.MAX_IN_DETAIL) {
            return List.of();
        }
        var charts = new BrokerCharts(runs);
        return List.of(
                charts.requests("Produce", "produce", "Time of produce requests in the brokers"),
                charts.requests("FetchConsumer", "consume", "Time of consumers' fetch requests in the brokers"),
                charts.collections(),
                charts.drives(limit));
    }

    /**
     * A mean time of requests.
     *
     * @param sum series of the times
     * @param count series of the requests
     * @param label label of both series that has {@code value}
     * @param millis unit of {@code sum}
     */
    private record MeanTime(String sum, String count, String label, String value, double millis) {
        static MeanTime ofKafka(String part, String request) {
            return new MeanTime(BrokerRequests.PREFIX + part + "_sum", COUNT, "request", request, 1);
        }

        static MeanTime ofRedpanda(String request) {
            return new MeanTime(OF_REDPANDA + "sum", OF_REDPANDA + "count", "redpanda_request", request, MILLIS);
        }

        /** Returns the mean of all endpoints together in each interval; empty if there is no such series. */
        List<Double> of(SampledRun run) {
            List<Double> sums = total(run, sum);
            List<Double> counts = total(run, count);
            return IntStream.range(0, Math.min(sums.size(), counts.size()))
                    .mapToObj(i -> counts.get(i) > 0 ? sums.get(i) / counts.get(i) * millis : Double.NaN)
                    .toList();
        }

        private List<Double> total(SampledRun run, String name) {
            int length = run.ends().size();
            List<BrokerMetrics.MetricSeries> parts = run.endpoints().stream()
                    .flatMap(endpoint -> endpoint.series().stream())
                    .filter(each -> each.name().equals(name)
                            && value.equals(each.labels().get(label))
                            && each.values().size() == length)
                    .toList();
            return IntStream.range(0, parts.isEmpty() ? 0 : length)
                    .mapToObj(i -> parts.stream()
                            .map(part -> part.values().get(i))
                            .filter(Objects::nonNull)
                            .mapToDouble(Number::doubleValue)
                            .reduce(Double::sum)
                            .orElse(Double.NaN))
                    .toList();
        }
    }

    private Chart requests(String ofKafka, String ofRedpanda, String title) {
        List<Series> lines = new ArrayList<>();
        for (SampledRun run : sampled) {
            if (isSingle()) {
                PARTS.forEach((part, name) -> add(name, run, MeanTime.ofKafka(part, ofKafka), lines));
            } else {
                add(run.label(), run, MeanTime.ofKafka("totaltimems", ofKafka), lines);
            }
            add(isSingle() ? "in the brokers" : run.label(), run, MeanTime.ofRedpanda(ofRedpanda), lines);
        }
        return chart(
                View.BROKERS,
                "broker-" + ofRedpanda,
                title,
                "Each point is the mean over an interval, of all brokers together. Kafka cuts each part of a request to "
                        + "whole milliseconds.",
                "ms per request",
                lines);
    }

    private static void add(String name, SampledRun run, MeanTime time, List<Series> lines) {
        List<Double> means = time.of(run);
        if (!means.isEmpty()) {
            lines.add(line(name, run.ends(), means, lines.size()));
        }
    }

    private Chart collections() {
        return chart(
                View.BROKERS,
                "broker-collections",
                "Garbage collection of the brokers",
                "",
                "% of the time",
                ofEndpoints(each -> each.name().equals(COLLECTIONS), each -> "", value -> value * PERCENT));
    }

    private Chart drives(OptionalDouble limit) {
        List<Series> series = ofEndpoints(
                each -> each.name().equals(WRITTEN),
                each -> " " + each.labels().get("device"),
                value -> value / MEBIBYTE);
        if (limit.isPresent() && !series.isEmpty()) {
            series.add(Series.level("limit of a drive", limit.getAsDouble(), Series.places(series)));
        }
        return chart(
                View.DRIVES,
                "drives",
                "Written to the brokers' drives",
                "Index, replication and whatever else writes there are in it.",
                "MiB per second",
                series);
    }

    private List<Series> ofEndpoints(
            Predicate<BrokerMetrics.MetricSeries> wanted,
            Function<BrokerMetrics.MetricSeries, String> name,
            ToDoubleFunction<Double> converted) {
        List<Series> lines = new ArrayList<>();
        for (SampledRun run : sampled) {
            List<Double> xs = run.ends();
            for (BrokerMetrics.Endpoint endpoint : run.endpoints()) {
                String host = (isSingle() ? "" : run.label() + ", ") + endpoint.host();
                endpoint.series().stream().filter(wanted).forEach(each -> {
                    List<Double> ys = new ArrayList<>();
                    each.values()
                            .forEach(value ->
                                    ys.add(value == null ? Double.NaN : converted.applyAsDouble(value.doubleValue())));
                    if (ys.size() == xs.size()) {
                        lines.add(line(host + name.apply(each), xs, ys, lines.size()));
                    }
                });
            }
        }
        return lines;
    }

    private static Series line(String name, List<Double> xs, List<Double> ys, int color) {
        return Series.of(name, Series.Look.LINE, color, color < TimeCharts.MAX_SHOWN, xs, ys);
    }

    private Chart chart(View view, String id, String title, String note, String unit, List<Series> series) {
        return new Chart(
                view,
                id,
                title,
                note,
                Axis.linear("time since the load began, (h:)min:s", NumberKind.SECONDS),
                Axis.linear(unit, NumberKind.PLAIN),
                series,
                isSingle() ? Mark.of(runs.get(0).result()) : List.of());
    }

    private boolean isSingle() {
        return runs.size() == 1;
    }
}
