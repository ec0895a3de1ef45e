package dev.weir.report.html;

import dev.weir.result.IsoTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the brokers' drives wrote, as far as their hosts were asked ({@code brokerMetrics}). */
final class DriveChart {
    private static final String WRITTEN = "node_disk_written_bytes_total";
    private static final double MEBIBYTE = 1 << 20;

    private DriveChart() {}

    /**
     * Of few runs only: the drives of many would be too many lines.
     *
     * @param limit of a drive, MiB per second
     */
    static Optional<Chart> of(List<ShownRun> runs, OptionalDouble limit) {
        if (runs.size() > Parts.MOST_RUNS) {
            return Optional.empty();
        }
        boolean single = runs.size() == 1;
        List<Series> series = new ArrayList<>();
        for (ShownRun run : runs) {
            List<Double> xs = places(run);
            for (Map<String, Object> endpoint : run.result().mappings("weir", "brokerMetrics", "endpoints")) {
                String host = (single ? "" : run.label() + ", ") + endpoint.get("host");
                if (endpoint.get("series") instanceof List<?> all) {
                    all.forEach(each -> series(host, each, xs, series.size()).ifPresent(series::add));
                }
            }
        }
        if (limit.isPresent() && !series.isEmpty()) {
            List<Double> xs = series.stream()
                    .flatMap(each -> each.xs().stream())
                    .distinct()
                    .sorted()
                    .toList();
            series.add(new Series(
                    "limit of a drive",
                    Series.Look.DASHED,
                    7,
                    true,
                    Series.Merge.LARGEST,
                    xs,
                    List.of(),
                    xs.stream().map(any -> limit.getAsDouble()).toList()));
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

    /** The ends of the stretches that values are of. */
    private static List<Double> places(ShownRun run) {
        List<Double> xs = new ArrayList<>();
        Optional<String> begin = run.result().text("weir", "brokerMetrics", "begin");
        OptionalLong origin = run.result().originNanos();
        Optional<Map<String, Object>> metrics = run.result().mapping("weir", "brokerMetrics");
        if (begin.isPresent()
                && origin.isPresent()
                && metrics.isPresent()
                && metrics.get().get("endSeconds") instanceof List<?> ends) {
            double first = Marks.seconds(IsoTime.epochNanos(begin.get()), origin.getAsLong());
            ends.forEach(end -> xs.add(first + (end instanceof Number seconds ? seconds.doubleValue() : 0)));
        }
        return xs;
    }

    private static Optional<Series> series(String host, Object stored, List<Double> xs, int color) {
        if (!(stored instanceof Map<?, ?> map)
                || !WRITTEN.equals(map.get("name"))
                || !(map.get("values") instanceof List<?> values)
                || !(map.get("labels") instanceof Map<?, ?> labels)
                || values.size() != xs.size()) {
            return Optional.empty();
        }
        List<Double> ys = new ArrayList<>();
        values.forEach(value -> ys.add(value instanceof Number bytes ? bytes.doubleValue() / MEBIBYTE : Double.NaN));
        return Optional.of(new Series(
                host + " " + labels.get("device"),
                Series.Look.LINE,
                color,
                color < TimeCharts.MOST_SHOWN,
                Series.Merge.LARGEST,
                xs,
                List.of(),
                ys));
    }
}
