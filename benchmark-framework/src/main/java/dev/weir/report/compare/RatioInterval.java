package dev.weir.report.compare;

/**
 * Between which values the ratio of B to A lies.
 *
 * @param low above 0
 * @param high at least as much
 * @param confidence in how many of a hundred such comparisons it holds the true one at least, as a share; what share that
 *     is depends on the number of runs, so it need not be the one that was asked for
 */
public record RatioInterval(double low, double high, double confidence) {
    public RatioInterval {
        if (!(low > 0 && high >= low)) {
            throw new IllegalArgumentException("interval must be above 0, its ends in order, got " + low + ", " + high);
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be in (0, 1), got " + confidence);
        }
    }

    /** Of logarithms. */
    static RatioInterval ofLogs(double low, double high, double confidence) {
        return new RatioInterval(Math.exp(low), Math.exp(high), confidence);
    }

    /** Whether it leaves no room for sides that are alike. */
    public boolean excludesOne() {
        return low > 1 || high < 1;
    }

    /** Whether no ratio in it is further from 1 than this share, up or down. */
    public boolean isWithin(double margin) {
        return high <= 1 + margin && low >= 1 / (1 + margin);
    }
}
