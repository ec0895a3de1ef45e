package dev.weir.report.compare;

import dev.weir.measure.LatencySamples;
import dev.weir.result.IntervalHistograms;
import dev.weir.result.StoredInterval;
import dev.weir.workload.Metric;
import dev.weir.workload.MetricFigure;
import dev.weir.workload.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * How much of a ratio can be due to what varies within two runs: blocks of their intervals are drawn, and their histograms
 * merged. It says nothing of how much one run differs from the next, and so proves nothing about the two systems.
 */
final class WithinRun {
    /** Blocks of fewer are always the same ones. */
    static final int FEWEST_INTERVALS = 10;

    /** Of longer runs, neighbours are merged first. */
    private static final int MOST_INTERVALS = 100;

    private static final int SAMPLES = 400;

    private WithinRun() {}

    /** Empty if there are too few intervals, or no histograms of them. */
    static Optional<RatioInterval> ratio(MeasuredRun a, MeasuredRun b, MetricFigure figure) {
        var drawA = draw(a, figure);
        var drawB = draw(b, figure);
        if (drawA.isEmpty() || drawB.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Bootstrap.ofRatios(
                random -> drawB.get().applyAsDouble(random) / drawA.get().applyAsDouble(random), SAMPLES));
    }

    private static Optional<ToDoubleFunction<SplittableRandom>> draw(MeasuredRun run, MetricFigure figure) {
        return figure.metric().kind() == Metric.Kind.LATENCY
                ? IntervalHistograms.of(run.result(), MeasuredRun.latency(figure.metric()))
                        .filter(intervals -> intervals.size() >= FEWEST_INTERVALS)
                        .map(WithinRun::merged)
                        .map(intervals -> random -> figure(drawn(intervals, random), figure.statistic()))
                : counts(figure.metric()).flatMap(counts -> drawRate(run.intervals(), counts));
    }

    private static Optional<ToDoubleFunction<SplittableRandom>> drawRate(
            List<StoredInterval> intervals, ToLongFunction<StoredInterval> counts) {
        if (intervals.size() < FEWEST_INTERVALS) {
            return Optional.empty();
        }
        return Optional.of(random -> {
            double messages = 0;
            double seconds = 0;
            for (int i : Bootstrap.blocks(intervals.size(), random)) {
                messages += counts.applyAsLong(intervals.get(i));
                seconds += intervals.get(i).seconds();
            }
            return atLeastOne(messages / seconds);
        });
    }

    private static Optional<ToLongFunction<StoredInterval>> counts(Metric rate) {
        return switch (rate) {
            case ACHIEVED_RATE -> Optional.of(StoredInterval::acknowledged);
            case DELIVERED_RATE -> Optional.of(StoredInterval::received);
            case OFFERED_RATE -> Optional.of(interval -> interval.sent().orElse(0));
            default -> Optional.empty();
        };
    }

    private static List<LatencySamples> merged(List<LatencySamples> intervals) {
        int stride = (intervals.size() + MOST_INTERVALS - 1) / MOST_INTERVALS;
        List<LatencySamples> merged = new ArrayList<>();
        for (int i = 0; i < intervals.size(); i += stride) {
            var samples = new LatencySamples();
            intervals.subList(i, Math.min(i + stride, intervals.size())).forEach(samples::add);
            merged.add(samples);
        }
        return merged;
    }

    private static LatencySamples drawn(List<LatencySamples> intervals, SplittableRandom random) {
        var drawn = new LatencySamples();
        for (int i : Bootstrap.blocks(intervals.size(), random)) {
            drawn.add(intervals.get(i));
        }
        return drawn;
    }

    private static double figure(LatencySamples samples, Statistic statistic) {
        return atLeastOne(
                switch (statistic.kind()) {
                    case MIN -> (double) samples.minNanos();
                    case MEAN -> samples.meanNanos();
                    case MAX -> (double) samples.maxNanos();
                    case PERCENTILE, ONLY -> (double) samples.percentileNanos(statistic.percentile());
                });
    }

    /** A sample of blocks in which nothing happened has a figure of 0, which has no ratio. */
    private static double atLeastOne(double figure) {
        return Math.max(figure, 1);
    }
}
