package dev.weir.report.html.run;

import dev.weir.report.Figures;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.stored.StoredResult.StoredThroughput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A result on a page. Its label has the values by which it differs from the others. */
public record ShownRun(
        String label, StoredResult result, List<StoredInterval> intervals, Map<String, StoredLatency> latencies) {
    /** More runs are not shown in detail beside each other. */
    public static final int MAX_IN_DETAIL = 4;

    private static final double NANOS_PER_MILLI = 1e6;

    /** A longer text is no label. */
    private static final int MAX_WORDS = 3;

    public ShownRun {
        intervals = List.copyOf(intervals);
        latencies = Map.copyOf(latencies);
    }

    /** Labels results by what they differ in, if that is short, otherwise by their names, and OMB's also by files. */
    public static List<ShownRun> of(List<StoredResult> results) {
        List<ShownRun> named = results.stream()
                .map(result -> new ShownRun(label(result), result, result.intervals(), result.latencies()))
                .toList();
        List<String> texts = areNamed(named) ? List.of() : Dimensions.of(named).texts(MAX_WORDS);
        Map<String, Integer> times = new HashMap<>();
        List<ShownRun> labelled = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            ShownRun run = named.get(i);
            String text = (texts.isEmpty() ? run.label() : texts.get(i)) + file(run, named);
            int time = times.merge(text, 1, Integer::sum);
            labelled.add(run.labelled(time > 1 ? text + " #" + time : text));
        }
        return labelled;
    }

    /** Returns the file name of an OMB result whose label is not unique; with its folder if names are equal. */
    private static String file(ShownRun run, List<ShownRun> all) {
        List<Path> files = all.stream()
                .filter(each -> run.isOmb() && each.label().equals(run.label()))
                .map(each -> each.result().file())
                .toList();
        Path file = run.result().file();
        boolean unique = files.stream().map(Path::getFileName).distinct().count() == files.size();
        return files.size() < 2 ? "" : " (" + (unique ? file.getFileName() : file) + ")";
    }

    /** Returns whether a person gave them different names; a campaign's own names are long. */
    private static boolean areNamed(List<ShownRun> runs) {
        return runs.stream().map(ShownRun::label).distinct().count() == runs.size()
                && runs.stream().allMatch(run -> run.result().point().isEmpty());
    }

    public static String label(StoredResult result) {
        return result.workload().orElse("?") + " on " + result.driver().orElse("?");
    }

    public ShownRun labelled(String text) {
        return new ShownRun(text, result, intervals, latencies);
    }

    public boolean isOmb() {
        return result.schemaVersion() == 0;
    }

    /** Returns its conditions as in its workload file: thresholds, or the criteria of a search. */
    public List<String> goals() {
        if (!result.isSearch()) {
            return result.weir().checks().thresholds().stream()
                    .map(ThresholdCheck::text)
                    .toList();
        }
        return result.workloadFile().stream()
                .map(file -> file.get("search") instanceof Map<?, ?> search ? search.get("criteria") : "")
                .flatMap(criteria -> criteria instanceof List<?> list ? list.stream() : Stream.empty())
                .map(each -> String.valueOf(each instanceof Map<?, ?> map ? map.get("condition") : each))
                .toList();
    }

    public StoredThroughput throughput() {
        return result.throughput();
    }

    /** Returns a statistic of a latency of the whole measurement, milliseconds; {@code max} is a statistic too. */
    public OptionalDouble millis(String latency, String statistic) {
        StoredLatency stored = latencies.get(latency);
        return stored == null ? OptionalDouble.empty() : millis(stored.summary(), statistic);
    }

    public static OptionalDouble millis(LatencySummary summary, String statistic) {
        // In OMB's files, a maximum of 0 means that it is unknown.
        boolean isUnknown = statistic.equals("max") && summary.count() + summary.maxNanos() == 0;
        return summary.nanos(statistic).stream()
                .filter(nanos -> !isUnknown)
                .mapToDouble(nanos -> nanos / NANOS_PER_MILLI)
                .findFirst();
    }

    /** Returns a statistic as text; below its clock error that error, of too few samples a dash and their number. */
    public String millisText(String latency, String statistic) {
        StoredLatency stored = latencies.get(latency);
        if (stored == null) {
            return "";
        }
        OptionalDouble millis = millis(stored.summary(), statistic);
        if (millis.isEmpty()) {
            long samples = stored.summary().count();
            return samples > 0 ? Cells.UNKNOWN + " (" + Figures.count(samples) + ")" : "";
        }
        return stored.summary().isLowerBound(statistic)
                ? "> " + NumberKind.MILLIS.text(millis.getAsDouble())
                : millisText(latency, millis.getAsDouble());
    }

    /** Returns milliseconds of that latency as text; for a value below its error by the clocks, only the error. */
    public String millisText(String latency, double millis) {
        StoredLatency stored = latencies.get(latency);
        double bound = (stored == null ? 0L : stored.boundNanos().orElse(0)) / NANOS_PER_MILLI;
        if (millis >= bound) {
            return NumberKind.MILLIS.text(millis);
        }
        return bound < StoredLatency.UNKNOWN_BOUND / NANOS_PER_MILLI ? "< " + NumberKind.MILLIS.text(bound) : "?";
    }
}
