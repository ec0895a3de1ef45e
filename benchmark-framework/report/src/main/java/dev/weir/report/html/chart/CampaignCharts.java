package dev.weir.report.html.chart;

import dev.weir.report.html.run.Dimensions;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.commons.statistics.descriptive.Median;

/** Charts with runs as points: achieved rates and latencies, by target rate and by what the runs differ in. */
public record CampaignCharts(List<ShownRun> runs, Dimensions dimensions) {
    private static final int MAX_DIMENSIONS = 6;
    private static final String BAND =
            "Of equal runs, the line is the median, and the band goes from the lowest to the highest.";

    public static List<Chart> of(List<ShownRun> runs) {
        if (runs.size() < 2) {
            return List.of();
        }
        var charts = new CampaignCharts(runs, Dimensions.of(runs));
        List<Chart> all = new ArrayList<>(List.of(charts.target()));
        Headline.all().forEach(headline -> all.add(charts.rateLatency(headline)));
        charts.dimensions.names().stream()
                .filter(name -> !name.equals(Dimensions.RATE) && charts.dimensions.isAlone(name))
                .limit(MAX_DIMENSIONS)
                .forEach(name -> {
                    all.add(charts.throughput(name));
                    Headline.all().forEach(headline -> all.add(charts.sweep(name, headline)));
                });
        return all;
    }

    /** Returns the dimension of the rate. Runs that also differ in other fields are not connected by a line. */
    private String rate() {
        return dimensions.isAlone(Dimensions.RATE) ? Dimensions.RATE : "";
    }

    private Chart target() {
        var all = runs.stream().flatMapToDouble(run -> run.throughput().target().stream());
        List<Double> targets = all.distinct().sorted().boxed().toList();
        List<Series> series = new ArrayList<>();
        // As a reader sees them: rates of equal loads differ by less than that.
        if (targets.stream().map(NumberKind.RATE::text).distinct().count() > 1) {
            series.add(Series.of("target", Series.Look.DASHED, Series.GREY, true, targets, targets));
            IntFunction<OptionalDouble> target =
                    run -> runs.get(run).throughput().target();
            series.addAll(lines(rate(), "", 0, target, run -> run.throughput().answered()));
        }
        boolean acknowledged = runs.stream()
                .map(ShownRun::throughput)
                .allMatch(each -> each.answered().equals(each.achieved()));
        String note = acknowledged ? "" : "Reads and aborted messages count as achieved.";
        Axis x = Axis.linear("target, messages per second", NumberKind.RATE);
        Axis y = Axis.linear("achieved, messages per second", NumberKind.RATE);
        return new Chart(View.TARGET, "target", "Achieved against target rate", note, x, y, series, List.of());
    }

    private Chart rateLatency(Headline headline) {
        boolean differ = dimensions.names().contains(Dimensions.RATE);
        String id = "rate-" + headline.id();
        Axis x = Axis.linear("achieved, messages per second", NumberKind.RATE);
        IntFunction<OptionalDouble> place =
                differ ? run -> runs.get(run).throughput().achieved() : run -> OptionalDouble.empty();
        return latency(View.RATE_LATENCY, id, " by achieved rate", differ ? rate() : "", headline, x, place);
    }

    private Chart sweep(String dimension, Headline headline) {
        String id = id(dimension) + "-" + headline.id();
        String by = " by " + Dimensions.shortName(dimension);
        return latency(View.SWEEP, id, by, dimension, headline, axis(dimension), place(dimension));
    }

    /** Creates the chart of delivered messages, which consumers limit, and of those the system acknowledged. */
    private Chart throughput(String dimension) {
        IntFunction<OptionalDouble> place = place(dimension);
        List<Series> series = new ArrayList<>();
        if (runs.stream().anyMatch(run -> run.throughput().delivered().orElse(0) > 0)) {
            series.addAll(lines(
                    dimension, "delivered", 0, place, run -> run.throughput().delivered()));
        }
        // After the colors of delivered messages.
        int color = series.isEmpty() ? 0 : dimensions.groups(dimension).size();
        series.addAll(lines(
                dimension, "achieved", color, place, run -> run.throughput().achieved()));
        String title = "Throughput by " + Dimensions.shortName(dimension);
        String note = series.stream().anyMatch(Series::isEdge) ? BAND : "";
        String id = id(dimension) + "-throughput";
        Axis y = Axis.linear("messages per second", NumberKind.RATE);
        return new Chart(View.SWEEP, id, title, note, axis(dimension), y, series, List.of());
    }

    private static String id(String dimension) {
        return "sweep-" + dimension.replaceAll("[^A-Za-z0-9]+", "-");
    }

    private Axis axis(String dimension) {
        String label = Dimensions.shortName(dimension);
        return dimensions.isNumeric(dimension)
                ? Axis.linear(label, NumberKind.PLAIN)
                : Axis.of(label, dimensions.valuesOf(dimension));
    }

    private IntFunction<OptionalDouble> place(String dimension) {
        List<String> values = dimensions.valuesOf(dimension);
        boolean numeric = dimensions.isNumeric(dimension);
        return run -> numeric
                ? Dimensions.number(dimensions.value(dimension, run))
                : OptionalDouble.of(values.indexOf(dimensions.value(dimension, run)));
    }

    private Chart latency(
            View view,
            String id,
            String by,
            String dimension,
            Headline headline,
            Axis x,
            IntFunction<OptionalDouble> place) {
        String name = headline.of(runs);
        List<Series> series = new ArrayList<>();
        int groups = dimensions.groups(dimension).size();
        for (String statistic : groups > TimeCharts.MAX_SHOWN ? List.of("p99") : Headline.STATISTICS) {
            series.addAll(lines(dimension, statistic, 0, place, run -> run.millis(name, statistic)));
        }
        String note = series.stream().anyMatch(Series::isEdge) ? BAND : "";
        series.addAll(ThresholdLines.ofLatency(runs, name, series));
        Axis y = Axis.log("ms, of the whole measurement", NumberKind.MILLIS);
        return new Chart(view, id, name + by, note, x, y, series, List.of());
    }

    /** Returns a line for each group of runs that differ in one dimension; for equal runs the median, in a band. */
    private List<Series> lines(
            String dimension,
            String statistic,
            int firstColor,
            IntFunction<OptionalDouble> place,
            Function<ShownRun, OptionalDouble> value) {
        List<Series> series = new ArrayList<>();
        int color = firstColor;
        for (Map.Entry<String, Map<String, List<Integer>>> group :
                dimensions.groups(dimension).entrySet()) {
            List<Point> points = group.getValue().values().stream()
                    .map(equal -> Point.of(equal, place, run -> value.apply(runs.get(run))))
                    .filter(point -> Double.isFinite(point.x))
                    .sorted(Comparator.comparingDouble(Point::x))
                    .toList();
            String separator = group.getKey().isEmpty() || statistic.isEmpty() ? "" : ", ";
            String title = group.getKey() + separator + statistic;
            String name = title.isEmpty() ? "runs" : title;
            boolean shown = (!Headline.STATISTICS.contains(statistic) || statistic.equals(Headline.STATISTICS.get(0)))
                    && color < 2 * TimeCharts.MAX_SHOWN;
            List<Double> xs = points.stream().map(Point::x).toList();
            List<Double> medians = points.stream().map(Point::median).toList();
            series.add(Series.of(name, Series.Look.MARKED, color, shown, xs, medians));
            if (points.stream().anyMatch(point -> point.runs > 1)) {
                List<Double> lowest = points.stream().map(Point::lowest).toList();
                List<Double> highest = points.stream().map(Point::highest).toList();
                series.add(Series.of(name + ", lowest", Series.Look.LOWEST, color, shown, xs, lowest));
                series.add(Series.of(name + ", highest", Series.Look.HIGHEST, color, shown, xs, highest));
            }
            color++;
        }
        return series;
    }

    /** Equal runs at one place of an axis. Figures are NaN if none of the runs has them. */
    private record Point(int runs, double x, double median, double lowest, double highest) {
        static Point of(List<Integer> equal, IntFunction<OptionalDouble> place, IntFunction<OptionalDouble> value) {
            double[] ys = values(equal, value);
            return new Point(
                    equal.size(),
                    Median.withDefaults().evaluate(values(equal, place)),
                    Median.withDefaults().evaluate(ys),
                    Arrays.stream(ys).min().orElse(Double.NaN),
                    Arrays.stream(ys).max().orElse(Double.NaN));
        }

        private static double[] values(List<Integer> equal, IntFunction<OptionalDouble> value) {
            return equal.stream()
                    .flatMapToDouble(run -> value.apply(run).stream())
                    .toArray();
        }
    }
}
