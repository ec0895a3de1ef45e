package dev.weir.report.history;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGate;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.goal.MetricFigure;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A run of a series, or the equal runs of one campaign. These share processes, so they depend on each other, and count
 * as one run with their medians.
 *
 * @param beginNanos begin of the first, epoch nanoseconds
 * @param version versions of the first
 * @param equal at least one
 */
public record HistoryRun(long beginNanos, RunVersion version, List<MeasuredRun> equal) {
    public HistoryRun {
        equal = List.copyOf(equal);
    }

    /**
     * Returns a figure of the whole measurement, see {@link MeasuredRun#value}; empty if one of them does not have it. The
     * median of the others would be that of the good ones.
     */
    OptionalDouble value(MetricFigure figure) {
        double[] values = equal.stream()
                .flatMapToDouble(run -> run.value(figure).stream())
                .toArray();
        return values.length < equal.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Median.withDefaults().evaluate(values));
    }

    public Path file() {
        return equal.get(0).result().file();
    }

    String hosts() {
        return RunGate.hosts(equal.get(0));
    }

    public String date() {
        return IsoTime.date(beginNanos);
    }

    /** Returns its date and version: {@code 2026-11-20 (4.1.0)}. */
    public String title() {
        return date() + " (" + version.text() + ")";
    }
}
