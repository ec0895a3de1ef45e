package dev.weir.result.interval;

import dev.weir.measure.LatencySamples;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Draws samples from one run's intervals, in blocks of successive intervals. The differences between samples are the
 * variation within the run. They do not include the variation between runs. The same figures give the same samples.
 *
 * <p>Politis and Romano, "A circular block-resampling procedure for stationary data", 1992.
 */
public final class BlockBootstrap {
    /** Share of the samples that lie in their confidence interval. */
    public static final double CONFIDENCE = 0.95;

    /** With fewer intervals, all samples would have the same blocks. */
    public static final int MIN_INTERVALS = 10;

    /** Number of samples drawn from a run. */
    public static final int SAMPLES = 400;

    /** In longer runs, neighbouring intervals are merged first. */
    private static final int MAX_INTERVALS = 100;

    private static final long SEED = 20_231_114;
    private static final Quantile QUANTILE = Quantile.withDefaults();

    private BlockBootstrap() {}

    /** Returns the random generator, the same for each run. */
    public static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }

    /**
     * Draws the latencies of {@link #SAMPLES} runs like the one with these intervals, in order; none if there are fewer
     * than {@link #MIN_INTERVALS}.
     */
    public static Stream<LatencySamples> draw(List<LatencySamples> intervals, SplittableRandom random) {
        if (intervals.size() < MIN_INTERVALS) {
            return Stream.empty();
        }
        List<LatencySamples> merged = merged(intervals);
        return Stream.generate(() -> drawn(merged, random)).limit(SAMPLES);
    }

    /**
     * Returns the indexes of one sample: blocks of successive intervals, because effects in one interval continue in
     * the next. Blocks begin anywhere and wrap around at the end, until there are as many indexes as intervals.
     */
    public static int[] blocks(int intervals, SplittableRandom random) {
        int length = (int) Math.ceil(Math.sqrt(intervals));
        var drawn = new int[intervals];
        for (int i = 0; i < intervals; i++) {
            drawn[i] = i % length == 0 ? random.nextInt(intervals) : (drawn[i - 1] + 1) % intervals;
        }
        return drawn;
    }

    /** Returns the low and the high end of the figures without the outer 2.5 % on either side. */
    public static double[] ends(double[] figures) {
        return QUANTILE.evaluate(figures, (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2);
    }

    /** Returns the number of pieces from which samples of a run with this many intervals are drawn. */
    public static int pieces(int intervals) {
        int stride = stride(intervals);
        return (intervals + stride - 1) / stride;
    }

    private static int stride(int intervals) {
        return (intervals + MAX_INTERVALS - 1) / MAX_INTERVALS;
    }

    private static List<LatencySamples> merged(List<LatencySamples> intervals) {
        int stride = stride(intervals.size());
        List<LatencySamples> merged = new ArrayList<>();
        for (int i = 0; i < intervals.size(); i += stride) {
            merged.add(sum(intervals.subList(i, Math.min(i + stride, intervals.size()))));
        }
        return merged;
    }

    private static LatencySamples drawn(List<LatencySamples> intervals, SplittableRandom random) {
        int[] blocks = blocks(intervals.size(), random);
        return sum(IntStream.of(blocks).mapToObj(intervals::get).toList());
    }

    static LatencySamples sum(List<LatencySamples> some) {
        var sum = new LatencySamples();
        some.forEach(sum::add);
        return sum;
    }
}
