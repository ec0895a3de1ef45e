package dev.weir.report.compare;

import java.util.OptionalInt;

/**
 * The significance level at which a figure is tested, which depends on the number of runs.
 *
 * <p>A comparison does not know whether its files were compared before with fewer runs. Without a planned number of runs,
 * the level therefore falls as the sides grow, so that all tests together, one after each run that either side gets, find
 * a difference between equal sides at most as often as the error rate allows: 0.32 of the error rate up to 5 runs a side,
 * and 0.32 (5 / runs)^1.5 of it beyond. The joint distribution of Mann and Whitney's U over growing sides does not depend
 * on how a figure is distributed, so this was set by simulation: over 200 runs a side and error rates from 0.5 % to 50 %,
 * tests after each single run used at most 0.96 of the error rate. The factor is the least with which 5 runs a side, the
 * fewest that can differ at all, can still decide one of two primary figures (p = 0.0079).
 *
 * @param errorRate how often a difference may be found where there is none, in (0, 1)
 * @param plannedRuns the number of runs a side that was fixed before the first run; the figure is then tested once, at the
 *     whole error rate, when both sides have them
 */
record TestLevel(double errorRate, OptionalInt plannedRuns) {
    private static final double FIRST_SHARE = 0.32;
    private static final double FIRST_RUNS = 5;
    private static final double DECAY = 1.5;

    TestLevel {
        if (!(errorRate > 0 && errorRate < 1)) {
            throw new IllegalArgumentException("errorRate must be in (0, 1), got " + errorRate);
        }
    }

    /** The level for these numbers of runs; 0 while a planned number is not reached on both sides, or is exceeded. */
    double at(int runsOfA, int runsOfB) {
        if (plannedRuns.isPresent()) {
            int planned = plannedRuns.getAsInt();
            return runsOfA == planned && runsOfB == planned ? errorRate : 0;
        }
        // The variance of a difference is that of two sides with the harmonic mean of the runs each.
        double runs = 2.0 * runsOfA * runsOfB / (runsOfA + runsOfB);
        return errorRate * FIRST_SHARE * Math.pow(FIRST_RUNS / Math.max(FIRST_RUNS, runs), DECAY);
    }

    /** The level with so many runs a side: of this comparison, or, if its runs were planned, of another planned for them. */
    double with(int runs) {
        return plannedRuns.isPresent() ? errorRate : at(runs, runs);
    }

    /** The fewest runs a side with which a difference can be found at all. */
    int fewestRuns() {
        int runs = 1;
        while (RankTest.pValue(runs, runs, 0) > with(runs)) {
            runs++;
        }
        return runs;
    }
}
