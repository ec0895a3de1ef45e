package dev.weir.report.html;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The figures that most readers come for. */
final class Summary {
    private static final List<String> LATENCIES = List.of(
            "publishResponse", "publishService", "sendDelay", "sendCall", "endToEndResponse", "endToEndService");
    private static final List<String> STATISTICS = List.of("p50", "p95", "p99", "p99.9", "p99.99", "max");

    private Summary() {}

    /**
     * A line for each run.
     *
     * @param page where this is going to stand, for links to the runs' own pages
     */
    static Tag of(List<ShownRun> runs, Path page) {
        Tag section = Tag.of("section").with("id", "summary").add(Tag.of("h2", "Summary"));
        if (runs.stream().allMatch(run -> run.result().isSearch())) {
            return section.add(SearchChart.found(runs));
        }
        section.add(rates(runs, page));
        section.add(Tag.of(
                        "p",
                        "publish: " + Headline.PUBLISH.of(runs) + "; end-to-end: " + Headline.END_TO_END.of(runs)
                                + "; of the whole measurement. Empty: not known.")
                .is("note"));
        for (ShownRun run : runs.size() <= Parts.MOST_RUNS ? runs : List.<ShownRun>of()) {
            Table table = latencies(run);
            if (!table.isEmpty()) {
                section.add(Tag.of("h3", "Latencies, ms" + (runs.size() > 1 ? ": " + run.label() : "")), table.tag());
            }
        }
        return section;
    }

    private static Tag rates(List<ShownRun> runs, Path page) {
        String publish = Headline.PUBLISH.of(runs);
        String endToEnd = Headline.END_TO_END.of(runs);
        Table table = Table.of(
                        "run",
                        "outcome",
                        "target msg/s",
                        "achieved msg/s",
                        "MiB/s",
                        "delivered msg/s",
                        "publish p50 ms",
                        "p99",
                        "p99.9",
                        "end\u2011to\u2011end p50 ms",
                        "p99",
                        "p99.9",
                        "lost",
                        "duplicated")
                .numbersFrom(2);
        for (ShownRun run : runs) {
            List<Tag> cells = new ArrayList<>(List.of(
                    runs.size() > 1 ? PageLink.of(run.label(), run.result().file(), page) : Tag.of("span", run.label()),
                    Opening.badge(run)));
            Stream.of(
                            text(run.throughput().target(), Kind.RATE),
                            text(run.throughput().achieved(), Kind.RATE),
                            text(mebibytes(run), Kind.PLAIN),
                            text(run.throughput().delivered(), Kind.RATE),
                            run.millisText(publish, "p50"),
                            run.millisText(publish, "p99"),
                            run.millisText(publish, "p99.9"),
                            run.millisText(endToEnd, "p50"),
                            run.millisText(endToEnd, "p99"),
                            run.millisText(endToEnd, "p99.9"),
                            run.result().isTrue("weir", "audit", "complete")
                                    ? text(audited(run, "lost"), Kind.MESSAGES)
                                    : "",
                            text(audited(run, "duplicated"), Kind.MESSAGES))
                    .forEach(text -> cells.add(Tag.of("span", text)));
            table.add("", cells);
        }
        return table.tag();
    }

    private static Table latencies(ShownRun run) {
        List<String> head = new ArrayList<>(List.of("from when to when"));
        head.addAll(STATISTICS);
        Table table = Table.of(head).numbersFrom(1);
        List<String> names = new ArrayList<>(LATENCIES);
        run.latencies().keySet().stream()
                .sorted()
                .filter(name -> !names.contains(name))
                .forEach(names::add);
        for (String name : names) {
            if (run.latencies().containsKey(name)) {
                List<String> row = new ArrayList<>(List.of(name));
                STATISTICS.forEach(statistic -> row.add(run.millisText(name, statistic)));
                table.row(row);
            }
        }
        return table;
    }

    private static OptionalDouble mebibytes(ShownRun run) {
        OptionalDouble achieved = run.throughput().achieved();
        OptionalDouble size = run.result().number("messageSize");
        if (achieved.isEmpty() || !run.isOmb()) {
            return achieved.isEmpty()
                    ? achieved
                    : run.result().number("weir", "throughput", "achievedMebibytesPerSecond");
        }
        return size.isPresent()
                ? OptionalDouble.of(achieved.getAsDouble() * size.getAsDouble() / (1 << 20))
                : OptionalDouble.empty();
    }

    /** Where nobody looked, nothing was found; that is not 0. */
    private static OptionalDouble audited(ShownRun run, String figure) {
        return run.result().number("weir", "audit", "subscriptions").orElse(0) > 0
                ? run.result().number("weir", "audit", figure)
                : OptionalDouble.empty();
    }

    private static String text(OptionalDouble value, Kind kind) {
        return value.isPresent() ? kind.text(value.getAsDouble()) : "";
    }
}
