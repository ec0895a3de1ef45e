package dev.weir.report.html.chart;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.stored.StoredLatency;
import java.util.ArrayList;
import java.util.List;

/** Charts of latencies of the whole measurement by percentile, on an axis that gives each nine equal room. */
public final class QuantileChart {
    private QuantileChart() {}

    /** Returns, for one run, a chart with all its latencies; for several runs, a chart for each headline latency. */
    public static List<Chart> of(List<ShownRun> runs) {
        boolean single = runs.size() == 1;
        List<Series> all = new ArrayList<>();
        List<Chart> charts = new ArrayList<>();
        for (Headline headline : Headline.all().toList()) {
            String main = headline.of(runs);
            List<Series> series = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                int color = single ? headline.color() : i;
                add(runs.get(i), main, single, color, Series.Look.LINE, i < TimeCharts.MAX_SHOWN, series);
                if (runs.size() <= TimeCharts.MAX_SHOWN && !main.equals(headline.service())) {
                    add(runs.get(i), headline.service(), single, color, Series.Look.DASHED, single, series);
                }
            }
            all.addAll(series);
            charts.add(chart("quantiles-" + headline.id(), main + " by percentile", runs, series));
        }
        if (!single) {
            return charts;
        }
        addOthers(runs.get(0), all);
        return List.of(chart("quantiles", "Latency by percentile", runs, all));
    }

    /** Adds other latencies; visible at first only if there is no headline latency. */
    private static void addOthers(ShownRun run, List<Series> series) {
        boolean shown = series.isEmpty();
        for (String name : run.latencies().keySet().stream().sorted().toList()) {
            boolean isHeadline =
                    Headline.all().anyMatch(each -> name.equals(each.response()) || name.equals(each.service()));
            if (!isHeadline && !name.startsWith("send")) {
                add(run, name, true, 2 + series.size(), Series.Look.LINE, shown, series);
            }
        }
    }

    private static Chart chart(String id, String title, List<ShownRun> runs, List<Series> series) {
        String ofOmb = runs.stream().anyMatch(ShownRun::isOmb)
                ? " OMB's files do not contain this number: their curves end at the last percentile they have."
                : "";
        String note = "Each curve ends where fewer than 10 samples lie beyond." + ofOmb;
        Axis x = Axis.linear("percentile", NumberKind.PERCENTILE);
        Axis y = Axis.log("ms, of the whole measurement", NumberKind.MILLIS);
        return new Chart(View.QUANTILES, id, title, note, x, y, series, List.of());
    }

    private static void add(
            ShownRun run,
            String latency,
            boolean single,
            int color,
            Series.Look look,
            boolean shown,
            List<Series> series) {
        StoredLatency stored = run.latencies().get(latency);
        if (stored == null) {
            return;
        }
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        stored.curveNanos().forEach((percentile, nanos) -> {
            // The maximum has infinitely many nines.
            if (percentile < 100) {
                xs.add(NumberKind.nines(percentile));
                ys.add(nanos / 1e6);
            }
        });
        String name = single ? latency : run.label() + (look == Series.Look.DASHED ? ", " + latency : "");
        series.add(Series.of(name, look, color, shown, xs, ys));
    }
}
