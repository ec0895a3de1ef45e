package dev.weir.report.compare;

import dev.weir.workload.goal.MetricFigure;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The runs of one side.
 *
 * @param name {@code A}, or {@code B}
 * @param runs of the same workload on the same system, one at least
 */
public record RunGroup(String name, List<MeasuredRun> runs) {
    public RunGroup {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("runs must be at least 1, got none");
        }
    }

    /** What was run, such as {@code Quickstart on kafka 3.9, 5 runs}. */
    public String title() {
        String workload = texts(run -> run.result().workload().orElse("unnamed"));
        String driver = texts(run -> run.result().driver().orElse("unnamed"));
        String version = texts(run -> run.result().document().run().version().orElse(""));
        return workload + " on " + driver + (version.isEmpty() ? "" : " " + version) + ", " + runs.size()
                + (runs.size() == 1 ? " run" : " runs");
    }

    /** The same with its first file, such as {@code Quickstart on kafka 3.9, 5 runs: a.json and 4 more}. */
    public String titleWithFiles() {
        return title() + ": " + files().get(0) + (runs.size() == 1 ? "" : " and " + (runs.size() - 1) + " more");
    }

    /** What is different among them, sorted, with {@code and} between. */
    String texts(Function<MeasuredRun, String> text) {
        return String.join(" and ", distinct(text));
    }

    Collection<String> distinct(Function<MeasuredRun, String> text) {
        var texts = new TreeSet<String>();
        runs.forEach(run -> texts.add(text.apply(run)));
        return texts;
    }

    /** A figure of those runs of which it is known, in their order. */
    double[] values(MetricFigure figure) {
        return runs.stream()
                .map(run -> run.value(figure))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
    }

    /** Of those runs that have read. */
    double[] readsPerSecond() {
        return runs.stream()
                .flatMapToDouble(run -> run.result().throughput().reads().stream())
                .filter(rate -> rate > 0)
                .toArray();
    }

    /** Whether a figure is known of all runs. */
    boolean knows(MetricFigure figure) {
        return values(figure).length == runs.size();
    }

    List<MeasuredRun> those(Predicate<MeasuredRun> which) {
        return runs.stream().filter(which).toList();
    }

    /** {@code A: 2 of 5 runs}. */
    String count(List<MeasuredRun> some) {
        return name + ": " + some.size() + " of " + runs.size() + (runs.size() == 1 ? " run" : " runs");
    }

    /** Files, in their order. */
    public List<String> files() {
        return runs.stream().map(run -> run.result().file().toString()).toList();
    }
}
