package dev.weir.report.history;

import dev.weir.workload.goal.MetricFigure;
import java.util.List;
import java.util.Set;

/**
 * Rules of a history.
 *
 * @param figures figures that are shown; if empty, those that {@code compare} decides by
 * @param step relative size of a step that is to be found within {@link Noise#WITHIN} runs
 * @param least relative size of a change that counts as better or worse
 * @param differs settings that may differ within a series
 */
public record HistoryRules(List<MetricFigure> figures, double step, double least, Set<String> differs) {
    /** Probability of a change in any figure of 50 runs in which nothing changes, if it is read after each run. */
    public static final double FALSE_ALARMS = 0.01;

    /** Probability of finding a step that is large enough. */
    public static final double POWER = 0.9;

    /**
     * Level of each test by the rate of false alarms. The tests of growing series depend on each other. Simulations with
     * five distributions, some with outliers, found at most 0.94 of the rate with this share: {@code
     * docs/internals/statistics.md}.
     */
    private static final double SHARE = 0.06;

    public HistoryRules {
        figures = List.copyOf(figures);
        differs = Set.copyOf(differs);
    }

    /** Returns the test of one figure of a series with this number of figures. */
    static ChangeDetector test(int figures) {
        return new ChangeDetector(FALSE_ALARMS * SHARE / figures);
    }
}
