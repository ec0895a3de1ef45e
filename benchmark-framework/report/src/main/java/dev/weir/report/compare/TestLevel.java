package dev.weir.report.compare;

import java.util.OptionalInt;

/**
 * Significance level at which a figure is tested, which depends on the number of runs.
 *
 * <p>A comparison does not know whether its files were compared before with fewer runs. Without a planned number of
 * runs, the level therefore falls as the sides grow. It is chosen so that all tests together, one after each added run,
 * find a difference between equal sides at most as often as the error rate allows. It is 0.32 of the error rate up to 5
 * runs a side, and 0.32 (5 / runs)^1.5 of it beyond. The joint distribution of Mann and Whitney's U over growing sides
 * does not depend on the distribution of a figure, so these values were found by simulation. Over 200 runs a side and
 * error rates from 0.5 % to 50 %, tests after each single run used at most 0.96 of the error rate. The factor is the
 * smallest with which 5 runs a side, the fewest that can differ at all, can still decide one of two primary figures (p
 * = 0.0079).
 *
 * @param errorRate probability of finding a difference where there is none, in (0, 1)
 * @param plannedRuns number of runs a side that was fixed before the first run; the figure is then tested once, at the
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

    /** Returns the level for these numbers of runs; of planned runs 0 until both sides have exactly that number. */
    double at(int runsOfA, int runsOfB) {
        if (plannedRuns.isPresent()) {
            int planned = plannedRuns.getAsInt();
            return runsOfA == planned && runsOfB == planned ? errorRate : 0;
        }
        // The variance of a difference is that of two sides which each have the harmonic mean of the runs.
        double runs = 2.0 * runsOfA * runsOfB / (runsOfA + runsOfB);
        return errorRate * FIRST_SHARE * Math.pow(FIRST_RUNS / Math.max(FIRST_RUNS, runs), DECAY);
    }

    /** Returns the level with this many runs a side, as if they had been planned. */
    double with(int runs) {
        return plannedRuns.isPresent() ? errorRate : at(runs, runs);
    }

    /** Returns the fewest runs a side with which a difference can be found at all. */
    int fewestRuns() {
        int runs = 1;
        while (RankTest.pValue(runs, runs, 0) > with(runs)) {
            runs++;
        }
        return runs;
    }
}
