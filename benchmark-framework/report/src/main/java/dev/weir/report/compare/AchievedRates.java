package dev.weir.report.compare;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.MetricFigure.Statistic;
import dev.weir.workload.section.Sections;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares the rates at which two sides ran, because latencies at different rates cannot be compared. */
final class AchievedRates {
    static final MetricFigure ACHIEVED_RATE = new MetricFigure(Metric.ACHIEVED_RATE, Statistic.ONLY);
    private static final MetricFigure DELIVERED_RATE = new MetricFigure(Metric.DELIVERED_RATE, Statistic.ONLY);

    private AchievedRates() {}

    private static Stream<MeasuredRun> runs(RunGroup a, RunGroup b) {
        return Stream.concat(a.runs().stream(), b.runs().stream());
    }

    /** Returns whether both are closed loops, so that equal rates mean equal latencies. */
    static boolean areClosedLoops(RunGroup a, RunGroup b) {
        return runs(a, b).allMatch(AchievedRates::isClosedLoop);
    }

    private static boolean isClosedLoop(MeasuredRun run) {
        return run.result()
                .workloadFile()
                .map(file -> "closed".equals(file.get("mode"))
                        || Sections.loads()
                                .anyMatch(load -> file.containsKey(load.field().name())))
                .orElse(false);
    }

    /** Returns whether only the number of answered reads is known about both loads. */
    static boolean areOfReadsOnly(RunGroup a, RunGroup b) {
        return Stream.of(a, b)
                .allMatch(side -> !side.knows(ACHIEVED_RATE)
                        && !side.knows(DELIVERED_RATE)
                        && side.readsPerSecond().length == side.runs().size());
    }

    /** Returns the rate at which both sides ran; for loads that only consume, the delivered rate. */
    static MetricFigure rate(RunGroup a, RunGroup b) {
        return Stream.of(ACHIEVED_RATE, DELIVERED_RATE)
                .filter(rate -> a.knows(rate) && b.knows(rate))
                .findFirst()
                .orElse(ACHIEVED_RATE);
    }

    /** Returns a remark if the rates differ, or, if nothing is sent or received, those of reads. */
    static Optional<String> atAnotherRate(RunGroup a, RunGroup b, ComparisonRules rules) {
        Optional<RankTest> rates = rates(a, b);
        if (rates.isEmpty()) {
            return Optional.of("it is unknown at which rate it was measured");
        }
        double ratio = rates.get().ratio();
        String share = String.format(Locale.ROOT, "%.1f %%", 100 * ratio);
        return new RatioInterval(ratio, ratio, 1 - rules.falseAlarms()).isWithin(rules.margin())
                ? Optional.empty()
                : Optional.of("measured at another rate: " + b.name() + "'s was " + share + " of " + a.name() + "'s");
    }

    private static Optional<RankTest> rates(RunGroup a, RunGroup b) {
        MetricFigure rate = rate(a, b);
        if (a.knows(rate) && b.knows(rate)) {
            return Optional.of(RankTest.of(a.values(rate), b.values(rate)));
        }
        return areOfReadsOnly(a, b)
                ? Optional.of(RankTest.of(a.readsPerSecond(), b.readsPerSecond()))
                : Optional.empty();
    }

    /**
     * Returns a remark if latencies of the sides cannot be compared, because the achieved rates differ or are unknown.
     * Loads without a target rate are compared by their rates, so it says nothing about them.
     */
    static Optional<ComparisonRemark> latenciesAtAnotherRate(RunGroup a, RunGroup b, ComparisonRules rules) {
        return runs(a, b).anyMatch(run -> run.result().throughput().target().isEmpty()) || areClosedLoops(a, b)
                ? Optional.empty()
                : atAnotherRate(a, b, rules)
                        .map(text -> new ComparisonRemark(Weight.UNEQUAL, "latency was " + text))
                        .map(remark -> rates(a, b).isPresent()
                                ? remark.refusedBy(ReviewCode.RATES_DIFFER)
                                : remark.leavesOpen(ReviewCode.RATES_DIFFER));
    }
}
