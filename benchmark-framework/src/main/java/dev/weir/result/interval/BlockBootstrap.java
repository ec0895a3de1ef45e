package dev.weir.result.interval;

import dev.weir.measure.LatencySamples;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Samples drawn of one run's intervals, in blocks of intervals that follow on each other: how much they differ is the
 * variation within the run. They say nothing of how much one run differs from the next. The same figures give the same
 * samples.
 *
 * <p>Politis and Romano, "A circular block-resampling procedure for stationary data", 1992.
 */
public final class BlockBootstrap {
    /** The share of samples that an interval of them holds. */
    public static final double CONFIDENCE = 0.95;

    /** Blocks of fewer are always the same ones. */
    public static final int FEWEST_INTERVALS = 10;

    /** How many samples are drawn of a run. */
    public static final int SAMPLES = 400;

    /** Of longer runs, neighbours are merged first. */
    private static final int MOST_INTERVALS = 100;

    private static final long SEED = 20_231_114;
    private static final Quantile QUANTILE = Quantile.withDefaults();

    private BlockBootstrap() {}

    /** The chance that each interval begins with. */
    public static SplittableRandom random() {
        return new SplittableRandom(SEED);
    }

    /**
     * Latencies of {@link #SAMPLES} runs like this one.
     *
     * @param intervals of a run, in order
     * @return empty of fewer intervals than {@link #FEWEST_INTERVALS}
     */
    public static Stream<LatencySamples> draw(List<LatencySamples> intervals, SplittableRandom random) {
        if (intervals.size() < FEWEST_INTERVALS) {
            return Stream.empty();
        }
        List<LatencySamples> merged = merged(intervals);
        return Stream.generate(() -> drawn(merged, random)).limit(SAMPLES);
    }

    /**
     * Which of a run's intervals one sample consists of: blocks that follow on each other, because what happens in one
     * interval goes on in the next, from anywhere, with the first after the last, until there are as many as the run has.
     */
    public static int[] blocks(int intervals, SplittableRandom random) {
        int length = (int) Math.ceil(Math.sqrt(intervals));
        var drawn = new int[intervals];
        for (int i = 0; i < intervals; i++) {
            drawn[i] = i % length == 0 ? random.nextInt(intervals) : (drawn[i - 1] + 1) % intervals;
        }
        return drawn;
    }

    /** What remains of figures of samples without the outer 2.5 % on either side: the low end and the high end. */
    public static double[] ends(double[] figures) {
        return QUANTILE.evaluate(figures, (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2);
    }

    /** Of how many pieces samples of a run with so many intervals are drawn. */
    public static int pieces(int intervals) {
        int stride = stride(intervals);
        return (intervals + stride - 1) / stride;
    }

    private static int stride(int intervals) {
        return (intervals + MOST_INTERVALS - 1) / MOST_INTERVALS;
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
        List<LatencySamples> blocks = new ArrayList<>();
        for (int i : blocks(intervals.size(), random)) {
            blocks.add(intervals.get(i));
        }
        return sum(blocks);
    }

    static LatencySamples sum(List<LatencySamples> some) {
        var sum = new LatencySamples();
        some.forEach(sum::add);
        return sum;
    }
}
