package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.interval.LatencySummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the runs of a campaign, a line each, for a terminal. */
public final class RunTable {
    private static final List<String> HEAD = List.of("run", "point", "msg/s", "p50", "p99", "p99.9", "outcome");
    private static final int FIRST_NUMBER = HEAD.indexOf("msg/s");
    private static final int WIDTH = 80;
    private static final String INDENT = " ".repeat(7);

    private RunTable() {}

    /** Returns the lines. Codes, and points if necessary, go below a line that would be longer than 80 columns. */
    public static List<String> text(List<RunLine> runs) {
        boolean codesBelow = isWide(rows(runs));
        boolean pointsBelow = codesBelow && isWide(rows(runs, false, true));
        List<String> lines = new ArrayList<>(lines(rows(runs, pointsBelow, codesBelow)));
        for (int i = runs.size(); i > 0; i--) {
            RunLine run = runs.get(i - 1);
            String below = Stream.of(pointsBelow ? run.label() : "", codesBelow ? run.codes() : "")
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(": "));
            lines.addAll(i + 1, below.isEmpty() ? List.of() : Paragraph.lines(INDENT, INDENT, below));
        }
        lines.addAll(Paragraph.lines("", "", latencies(runs)));
        lines.addAll(durability(runs));
        if (runs.stream().anyMatch(RunLine::hasCodes)) {
            lines.add(RunSummary.EXPLAIN);
        }
        return lines;
    }

    /** Returns what acknowledgements meant: once if that is the same in all runs, otherwise for each system. */
    private static List<String> durability(List<RunLine> runs) {
        Map<String, Set<String>> systems = new LinkedHashMap<>();
        runs.forEach(
                run -> systems.computeIfAbsent(DurabilityText.brief(run.result().durability()), any -> new TreeSet<>())
                        .add(run.result().driver().orElse("?")));
        systems.remove("");
        List<String> lines = new ArrayList<>();
        systems.forEach((text, names) -> lines.addAll(
                DurabilityText.lines(systems.size() == 1 ? text : String.join(", ", names) + ": " + text)));
        return lines;
    }

    private static List<String> lines(List<List<String>> rows) {
        return Columns.lines(rows, column -> column == 0 || (column >= FIRST_NUMBER && column < HEAD.size() - 1));
    }

    private static boolean isWide(List<List<String>> rows) {
        return lines(rows).stream().anyMatch(line -> line.length() > WIDTH);
    }

    /** Returns the cells of each row, the head first. */
    public static List<List<String>> rows(List<RunLine> runs) {
        return rows(runs, false, false);
    }

    private static List<List<String>> rows(List<RunLine> runs, boolean pointsBelow, boolean codesBelow) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        runs.forEach(run -> rows.add(List.of(
                String.valueOf(run.number()),
                pointsBelow ? "" : run.label(),
                run.rate(),
                run.millis("p50"),
                run.millis("p99"),
                run.millis("p99.9"),
                codesBelow ? run.result().outcome().name() : run.verdict())));
        return rows;
    }

    /** Returns the latency by which {@code compare} decides, if runs have it and the table does not show it. */
    private static String decides(String names, List<RunLine> runs) {
        String decisive = Latency.END_TO_END_RESPONSE.key();
        boolean isOther = runs.size() > 1
                && !names.contains(decisive)
                && runs.stream().anyMatch(run -> run.summaries().containsKey(decisive));
        return isOther ? " (compare decides by " + decisive + ".p99)" : "";
    }

    /** Explains the figures of the rows. */
    public static String latencies(List<RunLine> runs) {
        var latencies = runs.stream().flatMap(run -> run.latency().stream()).toList();
        if (latencies.isEmpty()) {
            return "msg/s: achieved";
        }
        String names = latencies.stream().map(Map.Entry::getKey).distinct().collect(Collectors.joining(" or "));
        List<LatencySummary> summaries = latencies.stream()
                .map(Map.Entry::getValue)
                .sorted(Comparator.comparingLong(LatencySummary::count))
                .toList();
        String samples = Stream.of(summaries.get(0), summaries.get(summaries.size() - 1))
                .map(SampleText::of)
                .distinct()
                .collect(Collectors.joining(" to "));
        return "msg/s: achieved; p50 to p99.9: milliseconds of " + names + decides(names, runs) + "; samples of a run: "
                + samples;
    }
}
