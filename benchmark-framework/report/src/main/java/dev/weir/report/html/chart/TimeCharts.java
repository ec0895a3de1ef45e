package dev.weir.report.html.chart;

import dev.weir.feature.Features;
import dev.weir.report.Figures;
import dev.weir.report.html.chart.Series.Look;
import dev.weir.report.html.chart.Series.Merge;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.stored.StoredInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Charts of runs over time, interval by interval. If there are several runs, the load of each begins at 0. */
public final class TimeCharts {
    /** More lines are hidden at first, for readers to choose from. */
    public static final int MAX_SHOWN = 6;

    private static final List<String> STATISTICS = List.of("p50", "p99", "p99.9", "max");

    private final List<ShownRun> runs;
    private final boolean single;
    private final List<Mark> marks;
    private final Axis time;

    private TimeCharts(List<ShownRun> runs) {
        this.runs = runs;
        this.single = runs.size() == 1;
        this.marks = single ? Marks.of(runs.get(0).result()) : List.of();
        // OMB's files do not contain the times of their intervals.
        String assumed = runs.stream()
                .filter(run -> run.isOmb() && !run.intervals().isEmpty())
                .map(run -> Figures.duration(run.intervals().get(0).seconds()))
                .distinct()
                .collect(Collectors.joining(" or "));
        this.time = Axis.linear(
                assumed.isEmpty()
                        ? "time since the load began, (h:)min:s"
                        : "time since the first interval, (h:)min:s; OMB intervals taken as " + assumed,
                NumberKind.SECONDS);
    }

    public static List<Chart> of(List<ShownRun> runs) {
        var charts = new TimeCharts(runs);
        List<Chart> all = new ArrayList<>(List.of(charts.throughput()));
        Headline.all().forEach(headline -> all.add(charts.latency(headline)));
        all.add(charts.backlog());
        return all;
    }

    private Chart throughput() {
        List<Series> series = single ? rates(runs.get(0)) : ratesOfAll();
        String title = single ? "Achieved, delivered and target rate" : "Achieved and delivered rate";
        Axis y = Axis.linear("messages per second", NumberKind.RATE);
        return chart(View.THROUGHPUT, "throughput", title, y, series);
    }

    private List<Series> ratesOfAll() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            ShownRun run = runs.get(i);
            boolean achieves = run.intervals().stream()
                    .anyMatch(interval -> interval.messages().acknowledged() > 0);
            boolean delivers = run.intervals().stream().anyMatch(interval -> interval.deliveredMessagesPerSecond() > 0);
            series.add(line(run, run.label(), i, achieves || !delivers, StoredInterval::achievedMessagesPerSecond));
            if (delivers) {
                String name = run.label() + ", delivered";
                Series delivered =
                        rate(run, name, i, Look.DASHED, Merge.MEAN, StoredInterval::deliveredMessagesPerSecond);
                series.add(delivered.with(!achieves && isShown(i)));
            }
        }
        return series;
    }

    private List<Series> rates(ShownRun run) {
        List<Series> series = new ArrayList<>();
        series.add(line(
                run, "target", 7, true, each -> each.targetMessagesPerSecond().orElse(Double.NaN)));
        series.add(line(run, "achieved", 0, true, StoredInterval::achievedMessagesPerSecond));
        series.add(line(run, "delivered, all subscriptions", 1, true, StoredInterval::deliveredMessagesPerSecond));
        if (run.intervals().stream().anyMatch(interval -> interval.messages().aborted() + interval.reads() > 0)) {
            double records = run.result().weir().messagesPerRead();
            String name = "achieved, with reads and aborted messages";
            series.add(line(run, name, 2, true, interval -> interval.answeredMessagesPerSecond(records)));
        }
        if (run.intervals().size() > ChartData.MAX_POINTS) {
            String name = "achieved, slowest interval";
            series.add(rate(run, name, 0, Look.DASHED, Merge.SMALLEST, StoredInterval::achievedMessagesPerSecond));
        }
        for (String rate : List.of("achievedRate", "deliveredRate")) {
            series.addAll(ThresholdLines.ofRate(run, rate, xs(run)));
        }
        return series;
    }

    private Chart latency(Headline headline) {
        String name = headline.of(runs);
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            ShownRun run = runs.get(i);
            for (String statistic :
                    single ? STATISTICS : runs.size() > MAX_SHOWN ? List.of("p99") : Headline.STATISTICS) {
                boolean shown = single || statistic.equals("p99");
                series.add(Series.of(
                        single ? statistic : run.label() + ", " + statistic,
                        statistic.equals("max") ? Look.DASHED : Look.LINE,
                        single ? STATISTICS.indexOf(statistic) : i,
                        shown && isShown(i),
                        xs(run),
                        ys(run, interval -> millis(interval, name, statistic))));
            }
        }
        series.addAll(ThresholdLines.ofLatency(runs, name, series));
        Axis y = Axis.log("ms, of the messages of each interval", NumberKind.MILLIS);
        return chart(View.LATENCY, headline.id(), name + " over time", y, series);
    }

    private Chart backlog() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            ShownRun run = runs.get(i);
            String name = single ? "outstanding deliveries" : run.label();
            List<Double> ends = ys(run, interval -> interval.beginSeconds() + interval.seconds());
            series.add(Series.of(name, Look.LINE, i, isShown(i), ends, ys(run, TimeCharts::backlog)));
            if (single) {
                Features.in(PartCharts.class).forEach(part -> series.addAll(part.outstanding(run)));
            }
        }
        Axis y = Axis.linear("messages at the end of each interval", NumberKind.MESSAGES);
        return chart(View.BACKLOG, "backlog", "Backlog", y, series);
    }

    private Chart chart(View view, String id, String title, Axis y, List<Series> series) {
        int intervals =
                runs.stream().mapToInt(run -> run.intervals().size()).max().orElse(0);
        String note = intervals > ChartData.mostPoints(series.size())
                ? "Of " + NumberKind.MESSAGES.text(intervals)
                        + " intervals, several neighbours are drawn as one: of rates the mean,"
                        + " of latencies and backlogs the largest, so that no peak is lost."
                : "";
        return new Chart(view, id, title, note, time, y, series, marks);
    }

    private Series line(ShownRun run, String name, int color, boolean shown, ToDoubleFunction<StoredInterval> value) {
        Look look = name.equals("target") ? Look.DASHED : Look.LINE;
        return rate(run, name, color, look, Merge.MEAN, value).with(shown && isShown(color));
    }

    private static Series rate(
            ShownRun run, String name, int color, Look look, Merge merge, ToDoubleFunction<StoredInterval> value) {
        var seconds = run.intervals().stream().map(StoredInterval::seconds).toList();
        return new Series(name, look, color, true, merge, xs(run), seconds, ys(run, value));
    }

    private boolean isShown(int index) {
        return single || index < MAX_SHOWN;
    }

    private static List<Double> xs(ShownRun run) {
        return run.intervals().stream()
                .map(interval -> interval.beginSeconds() + interval.seconds() / 2)
                .toList();
    }

    private static List<Double> ys(ShownRun run, ToDoubleFunction<StoredInterval> value) {
        return run.intervals().stream().map(value::applyAsDouble).toList();
    }

    private static double backlog(StoredInterval interval) {
        return interval.backlogMessages().stream().asDoubleStream().findFirst().orElse(Double.NaN);
    }

    private static double millis(StoredInterval interval, String latency, String statistic) {
        return Stream.ofNullable(interval.latency().get(latency))
                .flatMapToDouble(summary -> ShownRun.millis(summary, statistic).stream())
                .findFirst()
                .orElse(Double.NaN);
    }
}
