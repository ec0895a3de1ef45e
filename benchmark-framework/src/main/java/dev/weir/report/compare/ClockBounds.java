package dev.weir.report.compare;

import dev.weir.report.Figures;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.stored.StoredLatency;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import java.util.ArrayList;
import java.util.List;

/** Checks whether clocks can make primary figures wrong by more than the margin. */
final class ClockBounds {
    private ClockBounds() {}

    static List<ComparisonRemark> remarks(RunGroup a, RunGroup b, List<MetricFigure> primary, ComparisonRules rules) {
        List<ComparisonRemark> remarks = new ArrayList<>();
        for (RunGroup side : List.of(a, b)) {
            for (MetricFigure figure : primary) {
                if (figure.metric().kind() == Metric.Kind.LATENCY) {
                    add(side, figure, rules.margin(), remarks);
                }
            }
        }
        return remarks;
    }

    private static void add(RunGroup side, MetricFigure figure, double margin, List<ComparisonRemark> remarks) {
        List<MeasuredRun> doubtful = side.those(run -> run.isDoubtful(figure, margin));
        if (doubtful.isEmpty()) {
            return;
        }
        double bound = doubtful.stream()
                .mapToDouble(run -> run.boundNanos(figure.metric()).orElse(0))
                .max()
                .orElse(0);
        String clocks = side.count(doubtful) + " with clocks that can make " + figure.text() + " wrong by ";
        remarks.add(
                bound < StoredLatency.UNKNOWN_BOUND
                        ? new ComparisonRemark(
                                        Weight.DOUBTFUL,
                                        clocks + "up to " + Figures.millis((long) bound)
                                                + " ms, which is more than the margin")
                                .violates(ReviewCode.CLOCKS_INEXACT)
                        : new ComparisonRemark(Weight.DOUBTFUL, clocks + "an unknown amount")
                                .violates(ReviewCode.CLOCKS_UNKNOWN));
    }
}
