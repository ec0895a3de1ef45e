package dev.weir.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The runs of a campaign beside each other, a line each, for a terminal. */
public final class RunTable {
    private static final List<String> HEAD = List.of("run", "point", "msg/s", "p50", "p99", "p99.9", "outcome");
    private static final int FIRST_NUMBER = HEAD.indexOf("msg/s");

    private RunTable() {}

    /** Line by line. */
    public static List<String> text(List<RunLine> runs) {
        List<String> lines = new ArrayList<>(Columns.lines(
                rows(runs), column -> column == 0 || (column >= FIRST_NUMBER && column < HEAD.size() - 1)));
        lines.add(latencies(runs));
        if (runs.stream().anyMatch(RunLine::hasCodes)) {
            lines.add(RunSummary.EXPLAIN);
        }
        return lines;
    }

    /** The cells of each row, the head first. */
    public static List<List<String>> rows(List<RunLine> runs) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        runs.forEach(run -> rows.add(row(run)));
        return rows;
    }

    private static List<String> row(RunLine run) {
        return List.of(
                String.valueOf(run.number()),
                run.label(),
                run.rate(),
                run.millis("p50"),
                run.millis("p99"),
                run.millis("p99.9"),
                run.verdict(1));
    }

    /** Which latency the percentiles are of. */
    public static String latencies(List<RunLine> runs) {
        String names = runs.stream()
                .flatMap(run -> run.latency().stream())
                .map(Map.Entry::getKey)
                .distinct()
                .collect(Collectors.joining(" or "));
        return "msg/s: achieved" + (names.isEmpty() ? "" : "; p50 to p99.9: milliseconds of " + names);
    }
}
