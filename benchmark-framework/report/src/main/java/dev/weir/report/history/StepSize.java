package dev.weir.report.history;

/**
 * Size of the smallest step that is found soon, in standard deviations from run to run.
 *
 * <p>Simulations with log-normal figures gave the sizes of steps that are found within {@link #WITHIN} runs with a
 * probability of 90 %, for 10 to 45 runs before and levels of one to three figures. These functions are fitted to them,
 * and at most 12 % above them: {@code docs/internals/statistics.md}.
 */
final class StepSize {
    /** Runs after a step within which it is to be found. */
    static final int WITHIN = 5;

    private static final double ERRORS_OF_ONE_FIGURE = 6.2;
    private static final double LEVEL_OF_ONE_FIGURE = 6e-4;
    private static final double ERRORS_PER_LOG_LEVEL = 0.6;
    private static final double ERRORS_BY_FEW_ORDERS = 5.6;
    private static final double DECAY = -0.75;

    private StepSize() {}

    /** Returns the size of the step that is found with 90 %, after at least {@link #fewestBefore} runs. */
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
