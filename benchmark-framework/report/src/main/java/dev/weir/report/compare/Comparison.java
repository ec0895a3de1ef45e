package dev.weir.report.compare;

import dev.weir.measure.Latency;
import dev.weir.report.Figures;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.report.compare.FigureComparison.WithinRuns;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.interval.BlockBootstrap;
import dev.weir.result.stored.StoredLatency;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.MetricFigure.Statistic;
import dev.weir.workload.section.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comparison of two sides. Renderers only read it.
 *
 * @param remarks limits of the comparison, the most important first
 * @param figures the primary figures, in the requested order; then the others
 */
public record Comparison(
        RunGroup a, RunGroup b, ComparisonRules rules, List<ComparisonRemark> remarks, List<FigureComparison> figures) {
    /** All checks of whether two sides may be compared. */
    public static final List<Gate> GATES =
            List.of(RunGate::oneCluster, DurabilityGate::remarks, RunGate::remarks, FileGate::remarks);

    /** The default primary figure is the first that is known for all runs of both sides. */
    private static final List<MetricFigure> HEADLINES = Latency.HEADLINES.stream()
            .map(each -> percentile(Metric.valueOf(each.name()), 99))
            .toList();

    static final MetricFigure ACHIEVED_RATE = new MetricFigure(Metric.ACHIEVED_RATE, Statistic.ONLY);
    private static final MetricFigure DELIVERED_RATE = new MetricFigure(Metric.DELIVERED_RATE, Statistic.ONLY);

    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<Double> OTHERS = List.of(50.0, 99.0, 99.9);

    public Comparison {
        remarks = remarks.stream().sorted().toList();
        figures = List.copyOf(figures);
    }

    /**
     * Compares two sides by the requested primary figures ({@link MeasuredRun#canCompare}). If there are none, the rule
     * of {@link #defaults} chooses them, not their values.
     */
    public static Comparison of(
            RunGroup a, RunGroup b, ComparisonRules rules, List<MetricFigure> requested, List<Gate> gates) {
        List<MetricFigure> primary = requested.isEmpty() ? defaults(a, b) : requested;
        TestLevel level = rules.level(primary.size());
        List<FigureComparison> figures = new ArrayList<>();
        Optional<WithinRuns> single = a.runs().size() == 1 && b.runs().size() == 1
                ? Optional.of(new WithinRuns(a.runs().get(0), b.runs().get(0)))
                : Optional.empty();
        primary.forEach(figure -> figures.add(judged(figure, a, b, single, rules, level)));
        others(a, b)
                .filter(figure -> !primary.contains(figure))
                .forEach(figure ->
                        figures.add(FigureComparison.of(figure, a, b, single, 1 - BlockBootstrap.CONFIDENCE)));
        return new Comparison(a, b, rules, remarks(a, b, rules, primary, gates).toList(), figures);
    }

    private static Stream<ComparisonRemark> remarks(
            RunGroup a, RunGroup b, ComparisonRules rules, List<MetricFigure> primary, List<Gate> gates) {
        return Stream.concat(
                gates.stream().flatMap(gate -> gate.remarks(a, b, rules).stream()),
                Stream.of(a, b)
                        .flatMap(side -> primary.stream()
                                .flatMap(figure -> clockRemark(side, figure, rules.margin()).stream())));
    }

    /** Returns what limits a comparison of the default figures, for a reader who wants no verdict. */
    public static List<ComparisonRemark> limits(RunGroup a, RunGroup b) {
        ComparisonRules rules = ComparisonRules.DEFAULT;
        return Stream.concat(remarks(a, b, rules, defaults(a, b), GATES), latenciesAtAnotherRate(a, b, rules).stream())
                .toList();
    }

    /** Returns the fewest runs a side with which a difference of one of the default figures can be found. */
    public static int fewestRuns(RunGroup a, RunGroup b, ComparisonRules rules) {
        return rules.level(defaults(a, b).size()).fewestRuns();
    }

    /** Returns the figures of membership changes, or the achieved rate and the p99 of the first headline latency. */
    public static List<MetricFigure> defaults(RunGroup a, RunGroup b) {
        MetricFigure headline = HEADLINES.stream()
                .filter(figure -> isKnown(figure, a, b))
                .findFirst()
                .orElse(HEADLINES.get(0));
        List<MetricFigure> ofMembers = Stream.of(Metric.MEMBER_SILENCE, Metric.MEMBER_ASSIGNMENT)
                .map(metric -> new MetricFigure(metric, Statistic.ONLY))
                .filter(figure -> isKnown(figure, a, b))
                .toList();
        if (!ofMembers.isEmpty()) {
            return ofMembers;
        }
        return areOfReadsOnly(a, b) ? List.of(headline) : List.of(rate(a, b), headline);
    }

    private static MetricFigure percentile(Metric metric, double percentile) {
        return new MetricFigure(metric, new Statistic(Statistic.Kind.PERCENTILE, percentile));
    }

    private static boolean isKnown(MetricFigure figure, RunGroup a, RunGroup b) {
        return a.knows(figure) && b.knows(figure);
    }

    private static FigureComparison judged(
            MetricFigure figure,
            RunGroup a,
            RunGroup b,
            Optional<WithinRuns> single,
            ComparisonRules rules,
            TestLevel level) {
        FigureComparison described = FigureComparison.of(
                figure, a, b, single, level.at(a.runs().size(), b.runs().size()));
        if (!isKnown(figure, a, b)) {
            return described.judged(Judgement.notComparable(Stream.of(a, b)
                    .filter(side -> !side.knows(figure))
                    .map(side -> "known of " + side.values(figure).length + " of "
                            + side.runs().size() + " runs of " + side.name())
                    .collect(Collectors.joining(", "))));
        }
        Optional<String> otherRate = figure.metric().kind() == Metric.Kind.LATENCY && !areClosedLoops(a, b)
                ? atAnotherRate(a, b, rules)
                : Optional.empty();
        if (otherRate.isPresent()) {
            return described.judged(Judgement.notComparable(otherRate.get()));
        }
        Judgement judgement = single.isEmpty()
                ? Judgement.of(a.values(figure), b.values(figure), described.higherIsBetter(), level, rules.margin())
                : Judgement.ofSingles(described.estimate().interval().isPresent(), level);
        return described.judged(isCoarse(described, a, b, rules) ? judgement.coarse() : judgement);
    }

    /** Returns whether a figure is rounded to milliseconds, as OMB's times of receipt are. */
    private static boolean isCoarse(FigureComparison figure, RunGroup a, RunGroup b, ComparisonRules rules) {
        double least = Math.min(figure.medianOfA().orElse(0), figure.medianOfB().orElse(0));
        return figure.figure().metric() == Metric.END_TO_END_SERVICE
                && Stream.of(a, b).anyMatch(side -> side.runs().stream().anyMatch(MeasuredRun::isOmb))
                && NANOS_PER_MILLI > rules.margin() * least;
    }

    private static Stream<MetricFigure> others(RunGroup a, RunGroup b) {
        Stream<MetricFigure> rates = Stream.of(Metric.OFFERED_RATE, Metric.ACHIEVED_RATE, Metric.DELIVERED_RATE)
                .map(metric -> new MetricFigure(metric, Statistic.ONLY));
        Stream<MetricFigure> latencies = Stream.of(Metric.values())
                .filter(metric -> metric.kind() == Metric.Kind.LATENCY)
                .flatMap(metric -> OTHERS.stream().map(percentile -> percentile(metric, percentile)));
        return Stream.concat(rates, latencies).filter(figure -> isKnown(figure, a, b));
    }

    /** Returns why the comparison must not be made; empty if it may. */
    public List<ComparisonRemark> refusals() {
        return remarks.stream()
                .filter(remark -> remark.weight() == Weight.REFUSED)
                .toList();
    }

    public List<FigureComparison> primary() {
        return figures.stream().filter(each -> each.judgement().isPresent()).toList();
    }

    public List<FigureComparison> described() {
        return figures.stream().filter(each -> each.judgement().isEmpty()).toList();
    }

    /** Returns the probability that an interval of a primary figure misses the true ratio in any comparison. */
    double errorRate() {
        return rules.level(primary().size()).errorRate();
    }

    /** Returns the level for a comparison of these runs alone; 0 if the planned number of runs is not reached. */
    double level() {
        return rules.level(primary().size()).at(a.runs().size(), b.runs().size());
    }

    /** Returns the fields of their campaign's point that have the same value on both sides; empty if there are none. */
    public Map<String, String> point() {
        Map<String, String> common =
                new LinkedHashMap<>(a.runs().get(0).result().point());
        common.entrySet().retainAll(b.runs().get(0).result().point().entrySet());
        return common;
    }

    /** Checks whether clocks can make a figure wrong by more than the margin. */
    private static Optional<ComparisonRemark> clockRemark(RunGroup side, MetricFigure figure, double margin) {
        List<MeasuredRun> doubtful = side.those(run -> run.isDoubtful(figure, margin));
        if (figure.metric().kind() != Metric.Kind.LATENCY || doubtful.isEmpty()) {
            return Optional.empty();
        }
        double bound = doubtful.stream()
                .mapToDouble(run -> run.boundNanos(figure.metric()).orElse(0))
                .max()
                .orElse(0);
        String clocks = side.count(doubtful) + " with clocks that can make " + figure.text() + " wrong by ";
        if (bound >= StoredLatency.UNKNOWN_BOUND) {
            var unknown = new ComparisonRemark(Weight.DOUBTFUL, clocks + "an unknown amount");
            return Optional.of(unknown.refusedBy(ReviewCode.CLOCKS_INEXACT));
        }
        String text = clocks + "up to " + Figures.millis((long) bound) + " ms, which is more than the margin";
        return Optional.of(new ComparisonRemark(Weight.DOUBTFUL, text).warnedBy(ReviewCode.CLOCKS_INEXACT));
    }

    /** Checks whether two sides may be compared, whatever their figures are; returns remarks in any order. */
    @FunctionalInterface
    public interface Gate {
        List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules);
    }

    private static Stream<MeasuredRun> runs(RunGroup a, RunGroup b) {
        return Stream.concat(a.runs().stream(), b.runs().stream());
    }

    /** Returns whether both are closed loops, so that equal rates mean equal latencies. */
    static boolean areClosedLoops(RunGroup a, RunGroup b) {
        return runs(a, b).allMatch(Comparison::isClosedLoop);
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
     * Returns a remark if latencies cannot be compared, because the achieved rates differ or are unknown. Loads without
     * a target rate are compared by their rates, so it says nothing about them.
     */
    private static Optional<ComparisonRemark> latenciesAtAnotherRate(RunGroup a, RunGroup b, ComparisonRules rules) {
        return runs(a, b).anyMatch(run -> run.result().throughput().target().isEmpty()) || areClosedLoops(a, b)
                ? Optional.empty()
                : atAnotherRate(a, b, rules)
                        .map(text -> new ComparisonRemark(Weight.UNEQUAL, "latency was " + text))
                        .map(remark -> rates(a, b).isPresent()
                                ? remark.refusedBy(ReviewCode.RATES_DIFFER)
                                : remark.leavesOpen(ReviewCode.RATES_DIFFER));
    }
}
