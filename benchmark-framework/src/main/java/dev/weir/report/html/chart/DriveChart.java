package dev.weir.report.html.chart;

import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Kind;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Chart of what the brokers' drives wrote, if their hosts report it ({@code brokerMetrics}). */
public final class DriveChart {
    private static final String WRITTEN = "node_disk_written_bytes_total";
    private static final double MEBIBYTE = 1 << 20;

    private DriveChart() {}

    /**
     * Returns the chart, for few runs only, because the drives of many would be too many lines.
     *
     * @param limit capability of a drive, MiB per second
     */
    public static Optional<Chart> of(List<ShownRun> runs, OptionalDouble limit) {
        if (runs.size() > ShownRun.MOST_IN_DETAIL) {
            return Optional.empty();
        }
        boolean single = runs.size() == 1;
        List<Series> series = new ArrayList<>();
        for (ShownRun run : runs) {
            List<Double> xs = places(run);
            for (BrokerMetrics.Endpoint endpoint :
                    metrics(run).map(BrokerMetrics::endpoints).orElse(List.of())) {
                String host = (single ? "" : run.label() + ", ") + endpoint.host();
                endpoint.series()
                        .forEach(each -> series(host, each, xs, series.size()).ifPresent(series::add));
            }
        }
        if (limit.isPresent() && !series.isEmpty()) {
            series.add(Series.level("limit of a drive", limit.getAsDouble(), Series.places(series)));
        }
        return Optional.of(new Chart(
                View.DRIVES,
                "drives",
                "Written to the brokers' drives",
                "Index, replication and whatever else writes there are in it.",
                Axis.linear("time since the load began, (h:)min:s", Kind.SECONDS),
                Axis.linear("MiB per second", Kind.PLAIN),
                series,
                single ? Marks.of(runs.get(0).result()) : List.of()));
    }

    private static Optional<BrokerMetrics> metrics(ShownRun run) {
        return run.result().weir().origin().brokerMetrics();
    }

    /** Returns the ends of the sampled stretches. */
    private static List<Double> places(ShownRun run) {
        List<Double> xs = new ArrayList<>();
        Optional<Moment> begin = metrics(run).flatMap(BrokerMetrics::begin);
        OptionalLong origin = run.result().originNanos();
        if (begin.isPresent() && origin.isPresent()) {
            double first = Marks.seconds(begin.get().epochNanos(), origin.getAsLong());
            metrics(run).orElseThrow().endSeconds().forEach(end -> xs.add(first + end));
        }
        return xs;
    }

    private static Optional<Series> series(String host, BrokerMetrics.Series stored, List<Double> xs, int color) {
        if (!stored.name().equals(WRITTEN) || stored.values().size() != xs.size()) {
            return Optional.empty();
        }
        List<Double> ys = new ArrayList<>();
        stored.values().forEach(bytes -> ys.add(bytes == null ? Double.NaN : bytes.doubleValue() / MEBIBYTE));
        String name = host + " " + stored.labels().get("device");
        return Optional.of(Series.of(name, Series.Look.LINE, color, color < TimeCharts.MOST_SHOWN, xs, ys));
    }
}
