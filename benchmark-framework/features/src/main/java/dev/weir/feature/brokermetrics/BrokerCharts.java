package dev.weir.feature.brokermetrics;

import dev.weir.feature.brokermetrics.BrokerMetrics.MetricSeries;
import dev.weir.report.html.chart.Axis;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.Mark;
import dev.weir.report.html.chart.Marks;
import dev.weir.report.html.chart.Series;
import dev.weir.report.html.chart.TimeCharts;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Charts of what the brokers reported ({@code brokerMetrics}): on what they spend the time of requests, their garbage
 * collection, and what their drives wrote. For few runs only, because the lines of many could not be distinguished.
 */
final class BrokerCharts {
    private static final double MEBIBYTE = 1 << 20;
    private static final double MILLIS = 1000;
    private static final double PERCENT = 100;

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

        /** Returns the mean milliseconds of all brokers together in each interval; empty if there are no such series. */
        List<Double> ofKafka(String part, String request) {
            String count = BrokerRequests.PREFIX + BrokerRequests.COUNT;
            return means(BrokerRequests.PREFIX + part + "_sum", count, "request", request, 1);
        }

        List<Double> ofRedpanda(String request) {
            String latency = BrokerMetrics.REQUEST_LATENCY;
            return means(latency + "_sum", latency + "_count", "redpanda_request", request, MILLIS);
        }

        private List<Double> means(String sum, String count, String label, String value, double millisPerUnit) {
            List<Double> sums = total(sum, label, value);
            List<Double> counts = total(count, label, value);
            return IntStream.range(0, Math.min(sums.size(), counts.size()))
                    .mapToObj(i -> counts.get(i) > 0 ? sums.get(i) / counts.get(i) * millisPerUnit : Double.NaN)
                    .toList();
        }

        private List<Double> total(String name, String label, String value) {
            List<MetricSeries> parts = endpoints.stream()
                    .flatMap(endpoint -> endpoint.series().stream())
                    .filter(each -> each.name().equals(name)
                            && value.equals(each.labels().get(label))
                            && each.values().size() == ends.size())
                    .toList();
            return IntStream.range(0, parts.isEmpty() ? 0 : ends.size())
                    .mapToObj(i -> parts.stream()
                            .map(part -> part.values().get(i))
                            .filter(Objects::nonNull)
                            .mapToDouble(Number::doubleValue)
                            .reduce(Double::sum)
                            .orElse(Double.NaN))
                    .toList();
        }
    }

    /**
     * Returns the charts; those for which there are no figures are empty.
     *
     * @param limit capability of a drive, MiB per second
     */
    static List<Chart> of(List<ShownRun> runs, OptionalDouble limit) {
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

    private Chart requests(String ofKafka, String ofRedpanda, String title) {
        List<Series> lines = new ArrayList<>();
        for (SampledRun run : sampled) {
            if (isSingle()) {
                add("waiting for a thread", run, run.ofKafka("requestqueuetimems", ofKafka), lines);
                add("reading or writing the log", run, run.ofKafka("localtimems", ofKafka), lines);
                add("waiting for replicas or for data", run, run.ofKafka("remotetimems", ofKafka), lines);
                add("throttled by a quota", run, run.ofKafka("throttletimems", ofKafka), lines);
                add("response waiting to be sent", run, run.ofKafka("responsequeuetimems", ofKafka), lines);
                add("sending the response", run, run.ofKafka("responsesendtimems", ofKafka), lines);
            } else {
                add(run.label(), run, run.ofKafka("totaltimems", ofKafka), lines);
            }
            add(isSingle() ? "in the brokers" : run.label(), run, run.ofRedpanda(ofRedpanda), lines);
        }
        String note =
                "Each point is the mean over an interval, of all brokers together. Kafka cuts each part of a request"
                        + " to whole milliseconds.";
        return chart(View.BROKERS, "broker-" + ofRedpanda, title, note, "ms per request", lines);
    }

    private static void add(String name, SampledRun run, List<Double> means, List<Series> lines) {
        if (!means.isEmpty()) {
            lines.add(line(name, run.ends(), means, lines.size()));
        }
    }

    private Chart collections() {
        String title = "Garbage collection of the brokers";
        List<Series> series = ofEndpoints("jvm_gc_collection_seconds_sum", PERCENT, each -> "");
        return chart(View.BROKERS, "broker-collections", title, "", "% of the time", series);
    }

    private Chart drives(OptionalDouble limit) {
        List<Series> series = ofEndpoints(
                SeriesRule.DISK_WRITTEN,
                1 / MEBIBYTE,
                each -> " " + each.labels().get("device"));
        if (limit.isPresent() && !series.isEmpty()) {
            series.add(Series.level("limit of a drive", limit.getAsDouble(), Series.places(series)));
        }
        String note = "Index, replication and whatever else writes there are in it.";
        return chart(View.DRIVES, "drives", "Written to the brokers' drives", note, "MiB per second", series);
    }

    /** Returns a line for each series of that name, of values times a factor. */
    private List<Series> ofEndpoints(String metric, double factor, Function<MetricSeries, String> part) {
        List<Series> lines = new ArrayList<>();
        for (SampledRun run : sampled) {
            for (BrokerMetrics.Endpoint endpoint : run.endpoints()) {
                String host = (isSingle() ? "" : run.label() + ", ") + endpoint.host();
                for (MetricSeries each : endpoint.series()) {
                    if (each.name().equals(metric)
                            && each.values().size() == run.ends().size()) {
                        List<Double> ys = new ArrayList<>();
                        each.values()
                                .forEach(value -> ys.add(value == null ? Double.NaN : value.doubleValue() * factor));
                        lines.add(line(host + part.apply(each), run.ends(), ys, lines.size()));
                    }
                }
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
                isSingle() ? Marks.of(runs.get(0).result()) : List.of());
    }

    private boolean isSingle() {
        return runs.size() == 1;
    }
}
