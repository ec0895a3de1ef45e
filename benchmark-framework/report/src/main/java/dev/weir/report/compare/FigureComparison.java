package dev.weir.report.compare;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.BlockBootstrap;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredInterval;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.MetricFigure.Statistic;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A figure of both sides.
 *
 * @param a figures of each run of A that has it, nanoseconds or messages per second, in the order of the runs
 * @param judgement judgement of a primary figure; empty for others
 */
public record FigureComparison(
        MetricFigure figure, List<Double> a, List<Double> b, Estimate estimate, Optional<Judgement> judgement) {
    /** Of fewer, samples say little more than which runs there are. */
    private static final int MIN_FOR_SAMPLES = 5;

    private static final int SAMPLES = 2000;
    private static final Median MEDIAN = Median.withDefaults();

    /**
     * The ratio of B to A.
     *
     * @param ratio the median of the ratios of all pairs of runs; empty if a side does not have the figure
     * @param interval confidence interval of the ratio; empty if there is none
     * @param pValue probability of ranks that differ at least this much if the sides are equal; empty without a ratio
     * @param medians interval of the ratio of the medians, from resampled runs; empty if a side has fewer than 5
     */
    public record Estimate(
            OptionalDouble ratio,
            Optional<RatioInterval> interval,
            Source source,
            OptionalDouble pValue,
            Optional<RatioInterval> medians) {
        private static final Estimate NONE = new Estimate(
                OptionalDouble.empty(), Optional.empty(), Source.NONE, OptionalDouble.empty(), Optional.empty());
    }

    public enum Source {
        /** Ranks of the runs' figures: the variation between runs. */
        RUNS("runs"),
        /** Blocks of the intervals of one run on each side. */
        WITHIN_RUN("within-run variation only"),
        /** There is no interval. */
        NONE("nothing");

        private final String words;

        Source(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public FigureComparison {
        a = List.copyOf(a);
        b = List.copyOf(b);
    }

    /** Compares a figure without a verdict; without an estimate if some runs do not have the figure. */
    static FigureComparison of(MetricFigure figure, RunGroup a, RunGroup b, Optional<WithinRuns> single, double level) {
        double[] ofA = a.values(figure);
        double[] ofB = b.values(figure);
        if (!a.knows(figure) || !b.knows(figure)) {
            return new FigureComparison(figure, boxed(ofA), boxed(ofB), Estimate.NONE, Optional.empty());
        }
        RankTest test = RankTest.of(ofA, ofB);
        Optional<RatioInterval> interval = single.isPresent()
                ? single.get().ratio(figure)
                : test.interval(level).or(test::widest);
        Source source = interval.isEmpty() ? Source.NONE : single.isPresent() ? Source.WITHIN_RUN : Source.RUNS;
        Optional<RatioInterval> medians = Math.min(ofA.length, ofB.length) < MIN_FOR_SAMPLES
                ? Optional.empty()
                : Optional.of(ratioOfMedians(ofA, ofB));
        OptionalDouble pValue = OptionalDouble.of(test.pValue());
        var estimate = new Estimate(OptionalDouble.of(test.ratio()), interval, source, pValue, medians);
        return new FigureComparison(figure, boxed(ofA), boxed(ofB), estimate, Optional.empty());
    }

    FigureComparison judged(Judgement verdict) {
        return new FigureComparison(figure, a, b, estimate, Optional.of(verdict));
    }

    /** Returns the interval of the ratio of B's median to A's, by runs drawn with replacement, always the same. */
    static RatioInterval ratioOfMedians(double[] a, double[] b) {
        var random = BlockBootstrap.random();
        return RatioInterval.ofResampled(
                SAMPLES, i -> MEDIAN.evaluate(drawn(b, random)) / MEDIAN.evaluate(drawn(a, random)));
    }

    private static double[] drawn(double[] figures, SplittableRandom random) {
        var drawn = new double[figures.length];
        Arrays.setAll(drawn, i -> figures[random.nextInt(figures.length)]);
        return drawn;
    }

    private static List<Double> boxed(double[] values) {
        return DoubleStream.of(values).boxed().toList();
    }

    public OptionalDouble medianOfA() {
        return median(a);
    }

    public OptionalDouble medianOfB() {
        return median(b);
    }

    private static OptionalDouble median(List<Double> values) {
        return values.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(MEDIAN.evaluate(
                        values.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    public boolean higherIsBetter() {
        return figure.metric().higherIsBetter();
    }

    /** Returns by how much B is worse than A, relative to A; below 0 if it is better; empty without a ratio. */
    public OptionalDouble worseBy() {
        return estimate.ratio.stream()
                .map(ratio -> higherIsBetter() ? 1 - ratio : ratio - 1)
                .findFirst();
    }

    /**
     * Estimates how much of a ratio can be due to variation within two runs: blocks of their intervals are drawn, and their
     * histograms merged. It excludes the variation between runs, and so proves nothing about the two systems. Used by one
     * thread.
     */
    static final class WithinRuns {
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
                case ACHIEVED_RATE ->
                    Optional.of(interval -> interval.messages().acknowledged());
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
}
