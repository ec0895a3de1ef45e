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
    /** Runs that a level is assumed to get if it has too few. */
    private static final int TYPICAL_RUNS = 20;

    static Noise of(double[] logs, List<Integer> firsts, ChangeDetector test, double wantedStep) {
        double squares = 0;
        int begin = 0;
        for (int i = 0; i <= firsts.size(); i++) {
            int end = i < firsts.size() ? firsts.get(i) : logs.length;
            double mean = Arrays.stream(logs, begin, end).average().orElse(0);
            squares += Arrays.stream(logs, begin, end)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
            begin = end;
        }
        int free = logs.length - firsts.size() - 1;
        OptionalDouble deviation = free > 0 ? OptionalDouble.of(Math.sqrt(squares / free)) : OptionalDouble.empty();
        int runs = logs.length - (firsts.isEmpty() ? 0 : firsts.get(firsts.size() - 1));
        int fewest = StepSize.fewestBefore(test);
        OptionalDouble smallest = deviation.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.expm1(deviation.getAsDouble()
                        * StepSize.deviations(runs < fewest ? Math.max(TYPICAL_RUNS, fewest) : runs, test)));
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
}
