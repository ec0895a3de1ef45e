package dev.weir.report.compare;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.BlockBootstrap;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredInterval;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.MetricFigure.Statistic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Estimates how much of a ratio can be due to variation within two runs: blocks of their intervals are drawn, and their
 * histograms merged. It excludes the variation between runs, and so proves nothing about the two systems. Used by one
 * thread.
 */
final class WithinRuns {
    private final MeasuredRun a;
    private final MeasuredRun b;

    /** Samples drawn from A, and from B, shared by the figures of one latency. Empty if a run lacks histograms. */
    private final Map<Metric, List<List<LatencySamples>>> drawn = new EnumMap<>(Metric.class);

    WithinRuns(MeasuredRun a, MeasuredRun b) {
        this.a = a;
        this.b = b;
    }

    /** Returns the interval; empty if there are too few intervals, or no histograms of them. */
    Optional<RatioInterval> ratio(MetricFigure figure) {
        return figure.metric().kind() == Metric.Kind.LATENCY
                ? ofLatency(figure)
                : counts(figure.metric()).flatMap(this::ofRate);
    }

    private Optional<RatioInterval> ofLatency(MetricFigure figure) {
        List<List<LatencySamples>> sides = drawn.computeIfAbsent(figure.metric(), this::draw);
        if (sides.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(RatioInterval.ofResampled(
                BlockBootstrap.SAMPLES,
                i -> figure(sides.get(1).get(i), figure.statistic())
                        / figure(sides.get(0).get(i), figure.statistic())));
    }

    private List<List<LatencySamples>> draw(Metric latency) {
        var random = BlockBootstrap.random();
        return Stream.of(a, b)
                .flatMap(run -> IntervalHistograms.of(run.result(), Latency.valueOf(latency.name())).stream())
                .filter(intervals -> intervals.size() >= BlockBootstrap.MIN_INTERVALS)
                .map(intervals -> BlockBootstrap.draw(intervals, random)
                        // Compact, because there are hundreds of them.
                        .peek(LatencySamples::compact)
                        .toList())
                .toList();
    }

    private Optional<RatioInterval> ofRate(ToLongFunction<StoredInterval> counts) {
        if (Math.min(a.intervals().size(), b.intervals().size()) < BlockBootstrap.MIN_INTERVALS) {
            return Optional.empty();
        }
        var random = BlockBootstrap.random();
        return Optional.of(RatioInterval.ofResampled(
                BlockBootstrap.SAMPLES,
                i -> drawnRate(b.intervals(), counts, random) / drawnRate(a.intervals(), counts, random)));
    }

    private static double drawnRate(
            List<StoredInterval> intervals, ToLongFunction<StoredInterval> counts, SplittableRandom random) {
        double messages = 0;
        double seconds = 0;
        for (int i : BlockBootstrap.blocks(intervals.size(), random)) {
            messages += counts.applyAsLong(intervals.get(i));
            seconds += intervals.get(i).seconds();
        }
        return seconds > 0 ? atLeastOne(messages) / seconds : 1;
    }

    private static Optional<ToLongFunction<StoredInterval>> counts(Metric rate) {
        return switch (rate) {
            case ACHIEVED_RATE -> Optional.of(interval -> interval.messages().acknowledged());
            case DELIVERED_RATE ->
                Optional.of(interval -> interval.messages().received().orElse(0));
            case OFFERED_RATE ->
                Optional.of(interval -> interval.messages().sent().orElse(0));
            default -> Optional.empty();
        };
    }

    private static double figure(LatencySamples samples, Statistic statistic) {
        double figure = switch (statistic.kind()) {
            case MIN -> (double) samples.minNanos();
            case MEAN -> samples.meanNanos();
            case MAX -> (double) samples.maxNanos();
            case PERCENTILE, ONLY -> (double) samples.percentileNanos(statistic.percentile());
        };
        samples.compact();
        return atLeastOne(figure);
    }

    /** Replaces 0, the figure of a sample without messages, because it has no ratio. */
    private static double atLeastOne(double figure) {
        return Math.max(figure, 1);
    }
}
