package dev.weir.report.compare;

import dev.weir.result.interval.BlockBootstrap;
import dev.weir.workload.goal.MetricFigure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
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

    /**
     * Returns the interval of the ratio of B's median to A's, for figures above 0: runs are drawn with replacement,
     * each side from its own. The same figures give the same interval.
     */
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
}
