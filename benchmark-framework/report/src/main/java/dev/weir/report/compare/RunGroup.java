package dev.weir.report.compare;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.text.ShortList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs of one side, at least one, of one workload on one system. Its name is A, B or that of a system. */
public record RunGroup(String name, List<MeasuredRun> runs) {
    public RunGroup {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("runs must be at least 1, got none");
        }
    }

    public static RunGroup of(String name, List<StoredResult> results) {
        return new RunGroup(name, results.stream().map(MeasuredRun::of).toList());
    }

    /** Returns a title such as {@code Quickstart on kafka 3.9, 5 runs}, with the tags if they are the same in all runs. */
    public String title() {
        String workload = texts(run -> run.result().workload().orElse("unnamed"));
        String driver = texts(run -> run.result().driver().orElse("unnamed"));
        String version = texts(run -> run.result().document().run().version().orElse(""));
        Collection<String> tags = distinct(run -> run.result().setup().tagText());
        return workload + " on " + driver + (version.isEmpty() ? "" : " " + version)
                + (tags.size() > 1 || tags.contains("") ? "" : ", " + String.join("", tags)) + ", " + runs.size()
                + (runs.size() == 1 ? " run" : " runs");
    }

    /** Returns a title with its first file, such as {@code Quickstart on kafka 3.9, 5 runs: a.json and 4 more}. */
    public String titleWithFiles() {
        return title() + ": " + ShortList.of(files(), 1);
    }

    /** Returns the different texts of its runs, sorted, with {@code and} between them. */
    String texts(Function<MeasuredRun, String> text) {
        return String.join(" and ", distinct(text));
    }

    Collection<String> distinct(Function<MeasuredRun, String> text) {
        return runs.stream().map(text).collect(Collectors.toCollection(TreeSet::new));
    }

    double[] values(MetricFigure figure) {
        return runs.stream().flatMapToDouble(run -> run.value(figure).stream()).toArray();
    }

    double[] readsPerSecond() {
        return runs.stream()
                .flatMapToDouble(run -> run.result().throughput().reads().stream())
                .filter(rate -> rate > 0)
                .toArray();
    }

    boolean knows(MetricFigure figure) {
        return values(figure).length == runs.size();
    }

    public List<MeasuredRun> those(Predicate<MeasuredRun> which) {
        return runs.stream().filter(which).toList();
    }

    /** Returns {@code A: 2 of 5 runs}. */
    public String count(List<MeasuredRun> some) {
        return name + ": " + some.size() + " of " + runs.size() + (runs.size() == 1 ? " run" : " runs");
    }

    public List<String> files() {
        return runs.stream().map(run -> run.result().file().toString()).toList();
    }
}
