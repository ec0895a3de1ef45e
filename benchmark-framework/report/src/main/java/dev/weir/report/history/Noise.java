package dev.weir.report.history;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Noise of a figure, and the steps that can be found in it.
 *
 * @param deviation standard deviation of the logarithm from run to run within a level: 0.03 is 3 %; empty with fewer
 *     than two runs
 * @param runs runs of the latest level
 * @param fewestRuns runs of a level that are needed before a step, so that the step can be found within 5 runs
 * @param smallestStep relative size of the smallest step that is found within 5 runs with 90 %, after the latest level;
 *     if that has too few runs, after 20 runs; empty if the deviation is unknown
 * @param wantedStep relative size of the step that is to be found
 */
public record Noise(
        OptionalDouble deviation, int runs, int fewestRuns, OptionalDouble smallestStep, double wantedStep) {
    /** Runs after a step within which it is to be found. */
    static final int WITHIN = 5;

    private static final double ERRORS_OF_ONE_FIGURE = 6.2;
    private static final double LEVEL_OF_ONE_FIGURE = 6e-4;
    private static final double ERRORS_PER_LOG_LEVEL = 0.6;
    private static final double ERRORS_BY_FEW_ORDERS = 5.6;
    private static final double DECAY = -0.75;
    /** Runs that a level is assumed to get if it has too few. */
    private static final int TYPICAL_RUNS = 20;

    static Noise of(double[] logs, List<Integer> firsts, ChangeDetector test, double wantedStep) {
        double squares = 0;
        for (double[] level : FigureHistory.divided(logs, firsts)) {
            double mean = Arrays.stream(level).average().orElse(0);
            squares += Arrays.stream(level)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
        }
        int free = logs.length - firsts.size() - 1;
        OptionalDouble deviation = free > 0 ? OptionalDouble.of(Math.sqrt(squares / free)) : OptionalDouble.empty();
        int runs = logs.length - (firsts.isEmpty() ? 0 : firsts.get(firsts.size() - 1));
        int fewest = fewestBefore(test);
        double factor = deviations(runs < fewest ? Math.max(TYPICAL_RUNS, fewest) : runs, test);
        var smallest = deviation.stream().map(each -> Math.expm1(each * factor)).findFirst();
        return new Noise(deviation, runs, fewest, smallest, wantedStep);
    }

    /** Returns whether the latest level has too few runs for a step to be found within 5 runs after it. */
    public boolean isTooShort() {
        return runs < fewestRuns;
    }

    /** Returns whether a step of the wanted size is not found within 5 runs with 90 %, even with enough runs. */
    public boolean forbidsStep() {
        return smallestStep.orElse(0) > wantedStep;
    }

    /**
     * Returns the size of the smallest step that is found within {@link #WITHIN} runs with a probability of 90 %, in
     * standard deviations from run to run.
     *
     * <p>Simulations with log-normal figures gave these sizes, for 10 to 45 runs before and levels of one to three
     * figures. The function is fitted to them, and at most 12 % above them: {@code docs/internals/statistics.md}.
     *
     * @param before runs before the step, at least {@link #fewestBefore}
     */
    static double deviations(int before, ChangeDetector test) {
        // Standard errors of the difference between the means before and after the step.
        double errors = ERRORS_OF_ONE_FIGURE
                + ERRORS_PER_LOG_LEVEL * Math.log(LEVEL_OF_ONE_FIGURE / test.level())
                + ERRORS_BY_FEW_ORDERS * Math.pow(orders(before) * test.level(), DECAY);
        return errors * Math.sqrt(1.0 / before + 1.0 / WITHIN);
    }

    /** Returns the fewest runs before a step with which it can be found within {@link #WITHIN} runs, however large. */
    static int fewestBefore(ChangeDetector test) {
        int before = ChangeDetector.MIN_BEFORE;
        while (orders(before) * test.level() < 1) {
            before++;
        }
        return before;
    }

    /** Returns the number of ways to choose the runs after the step: the test cannot have a smaller p-value than one. */
    private static double orders(int before) {
        double orders = 1;
        for (int i = 1; i <= WITHIN; i++) {
            orders *= (before + i) / (double) i;
        }
        return orders;
    }
}
