package dev.weir.report.html.section;

import dev.weir.measure.Latency;
import dev.weir.report.PercentileInterval;
import dev.weir.report.SampleText;
import dev.weir.report.html.chart.SearchChart;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.Audit;
import dev.weir.result.interval.Throughput;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Figures that most readers need. */
public final class Summary {
    private static final List<String> LATENCIES = List.of(
            "publishResponse", "publishService", "sendDelay", "sendCall", "endToEndResponse", "endToEndService");
    private static final List<String> STATISTICS = List.of("p50", "p95", "p99", "p99.9", "p99.99", "max");
    private static final List<String> PERCENTILES = STATISTICS.subList(0, STATISTICS.size() - 1);

    private Summary() {}

    /** Returns a table with a line for each run; links are relative to the page. An active run has no outcome yet. */
    public static Tag of(List<ShownRun> runs, Path page, boolean isLive) {
        Tag section = Tag.section("summary", "Summary");
        if (runs.stream().allMatch(run -> run.result().isSearch())) {
            return section.add(SearchChart.found(runs));
        }
        section.add(rates(runs, page, isLive));
        section.add(Tag.note("publish: " + Headline.PUBLISH.of(runs) + "; end-to-end: " + Headline.END_TO_END.of(runs)
                + "; of the whole measurement. Samples: of both, if the"
                + " numbers differ. Empty: unknown. \u2013 (samples): fewer than 10 of"
                + " these samples are beyond the percentile."));
        boolean single = runs.size() == 1;
        for (ShownRun run : runs.size() <= ShownRun.MAX_IN_DETAIL ? runs : List.<ShownRun>of()) {
            Table table = latencies(run, single);
            if (!table.isEmpty()) {
                section.add(Tag.of("h3", "Latencies, ms" + (single ? "" : ": " + run.label())), table.tag());
            }
            long measured =
                    run.intervals().stream().filter(StoredInterval::isMeasured).count();
            if (single && measured >= PercentileInterval.MIN_INTERVALS) {
                section.add(Tag.note("95 % intervals cover the variation within this run, not that between runs."));
            }
        }
        return section;
    }

    private static Tag rates(List<ShownRun> runs, Path page, boolean isLive) {
        String publish = Headline.PUBLISH.of(runs);
        String endToEnd = Headline.END_TO_END.of(runs);
        List<String> head = new ArrayList<>(List.of("run", "outcome"));
        head.addAll(List.of("target msg/s", "achieved msg/s", "MiB/s", "delivered msg/s"));
        head.addAll(List.of("publish p50 ms", "p99", "p99.9", "end\u2011to\u2011end p50 ms", "p99", "p99.9"));
        head.addAll(List.of("samples", "lost", "duplicated"));
        Table table = Table.of(head).numbersFrom(2).sortable(runs.size() > 1);
        for (ShownRun run : runs) {
            table.row(
                    runs.size() > 1 ? PageLink.of(run.label(), run.result().file(), page) : run.label(),
                    isLive ? HeaderSection.badge(HeaderSection.RUNNING) : HeaderSection.badge(run),
                    Cells.number(run.throughput().target(), NumberKind.RATE),
                    Cells.number(run.throughput().achieved(), NumberKind.RATE),
                    Cells.number(mebibytes(run), NumberKind.PLAIN),
                    Cells.number(run.throughput().delivered(), NumberKind.RATE),
                    run.millisText(publish, "p50"),
                    run.millisText(publish, "p99"),
                    run.millisText(publish, "p99.9"),
                    run.millisText(endToEnd, "p50"),
                    run.millisText(endToEnd, "p99"),
                    run.millisText(endToEnd, "p99.9"),
                    samples(run, publish, endToEnd),
                    run.result().audit().map(Audit::complete).orElse(false)
                            ? audited(run, Audit.AuditViolations::lost)
                            : "",
                    audited(run, Audit.AuditViolations::duplicated));
        }
        return table.tag();
    }

    /** Returns how many samples both latencies have, which can be different numbers. */
    private static String samples(ShownRun run, String publish, String endToEnd) {
        return Stream.of(publish, endToEnd)
                .flatMap(name -> Optional.ofNullable(run.latencies().get(name)).stream())
                .map(SampleText::of)
                .distinct()
                .collect(Collectors.joining(" / "));
    }

    private static Table latencies(ShownRun run, boolean withIntervals) {
        List<String> head = new ArrayList<>(List.of("from when to when"));
        head.addAll(STATISTICS);
        head.add("samples");
        Table table = Table.of(head).numbersFrom(1);
        Stream<String> others = run.latencies().keySet().stream().sorted();
        Stream.concat(LATENCIES.stream(), others).distinct().forEach(name -> {
            StoredLatency latency = run.latencies().get(name);
            if (latency != null) {
                List<String> row = new ArrayList<>(List.of(name));
                STATISTICS.forEach(statistic -> row.add(run.millisText(name, statistic)));
                row.add(SampleText.of(latency));
                table.row(row);
                if (withIntervals && Headline.all().anyMatch(headline -> name.equals(headline.of(List.of(run))))) {
                    intervals(run, name).ifPresent(table::row);
                }
            }
        });
        return table;
    }

    private static Optional<List<String>> intervals(ShownRun run, String latency) {
        Map<String, PercentileInterval> intervals = Stream.of(Latency.values())
                .filter(each -> each.key().equals(latency))
                .findFirst()
                .flatMap(each -> IntervalHistograms.of(run.result(), each))
                .map(each -> PercentileInterval.of(each, PERCENTILES))
                .orElse(Map.of());
        if (intervals.isEmpty()) {
            return Optional.empty();
        }
        List<String> row = new ArrayList<>(List.of("95 % interval"));
        for (String statistic : STATISTICS) {
            var interval = Optional.ofNullable(intervals.get(statistic));
            row.add(interval.map(each -> run.millisText(latency, each.lowNanos() / 1e6) + " to "
                            + run.millisText(latency, each.highNanos() / 1e6))
                    .orElse(""));
        }
        row.add("");
        return Optional.of(row);
    }

    private static OptionalDouble mebibytes(ShownRun run) {
        OptionalDouble achieved = run.throughput().achieved();
        if (achieved.isEmpty()) {
            return achieved;
        }
        DoubleStream mebibytes = run.isOmb()
                ? run.result().document().load().messageSize().stream()
                        .mapToDouble(size -> achieved.getAsDouble() * size.doubleValue() / (1 << 20))
                : run.result().weir().load().throughput().stream().mapToDouble(Throughput::achievedMebibytesPerSecond);
        return mebibytes.findFirst();
    }

    /** Returns a figure of the audit; empty without an audit, because unknown is not 0. */
    private static String audited(ShownRun run, Function<Audit.AuditViolations, OptionalLong> figure) {
        return run.result()
                .audit()
                .filter(audit -> audit.subscriptions() > 0)
                .map(audit -> Cells.number(figure.apply(audit.violations()), NumberKind.MESSAGES))
                .orElse("");
    }
}
