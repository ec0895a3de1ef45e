package dev.weir.report.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Tests whether the level of a series of figures changed, and where. The statistic is the largest standardized
 * difference of means over all places where the series can be split. Its distribution without a change is that over
 * permutations of the same figures, so the test keeps its level for every distribution of independent runs. The same
 * figures give the same answer.
 *
 * @param level probability of a change in a series without one, in (0, 1)
 */
record ChangeDetector(double level) {
    /** Fewer runs are no level to which others can be compared. */
    static final int MIN_BEFORE = 6;

    /** A single outlier at the end is not a change. */
    static final int MIN_AFTER = 2;

    /** Permutations beyond the critical value. With fewer, chance would decide near it. */
    private static final int BEYOND = 50;

    /** Equal sums of permuted figures differ by rounding errors. */
    private static final double ROUNDING = 1e-9;

    /** Variance of the logarithms of equal figures by rounding errors, at most. */
    private static final double MIN_VARIANCE = 1e-20;

    private static final long SEED = 20_261_125;

    ChangeDetector {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be in (0, 1), got " + level);
        }
    }

    /** A place where a series can be split: the index of the first figure after it, and its statistic. */
    private record Split(int index, double statistic) {}

    /** Returns the index of the first figure of the new level; empty if no change is proven. */
    OptionalInt find(double[] figures) {
        Split split = best(figures, MIN_BEFORE, MIN_AFTER);
        return split.statistic > 0 && isProven(figures, split.statistic * (1 - ROUNDING))
                ? OptionalInt.of(split.index)
                : OptionalInt.empty();
    }

    /**
     * Divides a series of figures into levels: returns the indexes at which a new level begins, ascending; never 0. It
     * repeats what a person does who looks at the history after each run: the runs since the last change are tested once
     * for each new run. So the number of tests, and with it the rate of false alarms, is the same whether a history is
     * read once or every day, and a change that was found stays found.
     */
    List<Integer> changes(double[] figures) {
        List<Integer> found = new ArrayList<>();
        int begin = 0;
        for (int end = 1; end <= figures.length; end++) {
            OptionalInt change = find(Arrays.copyOfRange(figures, begin, end));
            if (change.isPresent()) {
                begin += change.getAsInt();
                found.add(begin);
            }
        }
        return placed(found, figures);
    }

    /** Returns the changes at their most probable places: the runs after a discovery show better where it began. */
    private static List<Integer> placed(List<Integer> found, double[] figures) {
        List<Integer> placed = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < found.size(); i++) {
            int end = i + 1 < found.size() ? found.get(i + 1) : figures.length;
            begin += best(Arrays.copyOfRange(figures, begin, end), MIN_AFTER, MIN_AFTER).index;
            placed.add(begin);
        }
        return placed;
    }

    private boolean isProven(double[] figures, double statistic) {
        int permutations = (int) Math.ceil(BEYOND / level);
        int most = (int) (level * (permutations + 1)) - 1;
        var random = new SplittableRandom(SEED);
        double[] permuted = figures.clone();
        int beyond = 0;
        for (int i = 0; i < permutations && beyond <= most; i++) {
            shuffle(permuted, random);
            beyond += best(permuted, MIN_BEFORE, MIN_AFTER).statistic >= statistic ? 1 : 0;
        }
        return beyond <= most;
    }

    private static void shuffle(double[] figures, SplittableRandom random) {
        for (int i = figures.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double figure = figures[i];
            figures[i] = figures[other];
            figures[other] = figure;
        }
    }

    /** Returns the split with the largest statistic; 0 if there are too few figures, or all are equal. */
    private static Split best(double[] figures, int before, int after) {
        int count = figures.length;
        double total = 0;
        for (double figure : figures) {
            total += figure;
        }
        double mean = total / Math.max(1, count);
        double sum = 0;
        double squares = 0;
        double largest = 0;
        int index = Math.min(before, count);
        for (int i = 1; i <= count; i++) {
            double distance = figures[i - 1] - mean;
            sum += distance;
            squares += distance * distance;
            if (i >= before && count - i >= after) {
                double square = sum * sum / (i * (double) (count - i));
                if (square > largest) {
                    largest = square;
                    index = i;
                }
            }
        }
        double variance = squares / Math.max(1, count - 1);
        return new Split(index, variance > MIN_VARIANCE ? count * largest / variance : 0);
    }
}
