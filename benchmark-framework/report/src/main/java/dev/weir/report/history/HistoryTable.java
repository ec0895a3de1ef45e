package dev.weir.report.history;

import dev.weir.report.CsvLine;
import dev.weir.report.compare.RatioInterval;
import dev.weir.report.history.FigureHistory.LevelChange;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a history for programs: {@code docs/history.md} lists the fields. */
public final class HistoryTable {
    private static final int SCHEMA_VERSION = 1;

    private HistoryTable() {}

    /** Returns a row for each figure of each run, after a line of names. */
    public static List<String> csv(History history) {
        List<String> lines = new ArrayList<>();
        lines.add(CsvLine.of(
                List.of("series", "figure", "unit", "begin", "version", "value", "level", "changed", "file")));
        history.figures().forEach(figure -> {
            int level = 0;
            for (int i = 0; i < figure.values().size(); i++) {
                HistoryRun run = figure.runs().get(i);
                boolean changed = level < figure.changes().size()
                        && figure.changes().get(level).index() == i;
                level += changed ? 1 : 0;
                lines.add(CsvLine.of(List.of(
                        figure.series().name(),
                        figure.figure().text(),
                        unit(figure),
                        IsoTime.of(run.beginNanos()),
                        run.version().text(),
                        figure.values().get(i).toString(),
                        figure.levels().get(level).toString(),
                        String.valueOf(changed),
                        run.file().toString())));
            }
        });
        return lines;
    }

    public static String json(History history) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("step", history.rules().step());
        document.put("leftOut", history.leftOut());
        var figures = history.figures().stream().map(HistoryTable::figure).toList();
        document.put("figures", figures);
        return DocumentReader.pretty(document);
    }

    private static Map<String, Object> figure(FigureHistory figure) {
        Noise noise = figure.noise();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("series", figure.series().name());
        map.put("figure", figure.figure().text());
        map.put("unit", unit(figure));
        map.put("state", figure.state().word());
        map.put("runs", figure.values().size());
        map.put("runsWithout", figure.missing());
        map.put("levels", figure.levels());
        var changes =
                figure.changes().stream().map(change -> change(change, figure)).toList();
        map.put("changes", changes);
        map.put("deviation", noise.deviation());
        map.put("smallestStep", noise.smallestStep());
        map.put("fewestRuns", noise.fewestRuns());
        map.put("findsStep", !noise.isTooShort() && !noise.forbidsStep());
        return map;
    }

    private static Map<String, Object> change(LevelChange change, FigureHistory figure) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("direction", HistoryFormat.direction(change, figure));
        map.put("ratio", change.ratio());
        map.put("low", change.interval().map(RatioInterval::low));
        map.put("high", change.interval().map(RatioInterval::high));
        map.put("confidence", change.interval().map(RatioInterval::confidence));
        map.put("lastBefore", RunFields.of(change.lastBefore()));
        map.put("first", RunFields.of(change.first()));
        return map;
    }

    private record RunFields(String begin, String version, String file) {
        static RunFields of(HistoryRun run) {
            return new RunFields(
                    IsoTime.of(run.beginNanos()),
                    run.version().text(),
                    run.file().toString());
        }
    }

    private static String unit(FigureHistory figure) {
        return figure.figure().metric().isTime() ? "ns" : "messages/s";
    }
}
