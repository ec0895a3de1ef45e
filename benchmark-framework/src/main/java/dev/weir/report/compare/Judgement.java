package dev.weir.report.compare;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * A verdict with what a reader needs beside it.
 *
 * @param why a sentence without its full stop; empty if the interval says it all
 * @param runsNeeded on each side until it is likely to be decided; empty if it is, or if that is unknown
 */
public record Judgement(Verdict verdict, String why, OptionalInt runsNeeded) {
    /** Few runs that vary alike look uneven up to this factor. */
    private static final double MOST_UNEVEN = 3;

    static Judgement of(Verdict verdict) {
        return new Judgement(verdict, "", OptionalInt.empty());
    }

    static Judgement notComparable(String why) {
        return new Judgement(Verdict.NOT_COMPARABLE, why, OptionalInt.empty());
    }

    /**
     * What runs prove, several on each side or not.
     *
     * @param a figures above 0, as b
     */
    static Judgement of(double[] a, double[] b, boolean higherIsBetter, TestLevel level, double margin) {
        RankTest test = RankTest.of(a, b);
        RatioInterval interval = test.interval(level.at(a.length, b.length)).orElse(null);
        if (interval == null) {
            return tooFew(a.length, b.length, level);
        }
        if (interval.isWithin(margin)) {
            return of(Verdict.EQUIVALENT);
        }
        if (interval.excludesOne()) {
            Verdict verdict = interval.low() > 1 == higherIsBetter ? Verdict.BETTER : Verdict.WORSE;
            return new Judgement(verdict, unevenness(a, b), OptionalInt.empty());
        }
        OptionalInt needed = RunsNeeded.estimate(a, b, level, margin);
        String runs = needed.isPresent() ? "about " + needed.getAsInt() : "more than " + RunsNeeded.MOST;
        String ofWhich =
                level.plannedRuns().isPresent() ? " new runs on each side, with --planned-runs," : " runs on each side";
        return new Judgement(Verdict.INCONCLUSIVE, runs + ofWhich + " would decide", needed);
    }

    private static Judgement tooFew(int runsOfA, int runsOfB, TestLevel level) {
        OptionalInt planned = level.plannedRuns();
        if (planned.isPresent() && Math.min(runsOfA, runsOfB) < planned.getAsInt()) {
            return new Judgement(
                    Verdict.INCONCLUSIVE,
                    runsOfA + " and " + runsOfB + " of " + planned.getAsInt()
                            + " planned runs: a planned comparison is tested once, when all are there",
                    planned);
        }
        int fewest = level.fewestRuns();
        return new Judgement(
                Verdict.INCONCLUSIVE,
                runsOfA + " and " + runsOfB + " runs are too few: at least " + fewest + " on each side are needed",
                OptionalInt.of(fewest));
    }

    /** What the test does not assume away: one side that varies more makes false alarms likelier. */
    private static String unevenness(double[] a, double[] b) {
        double ratio = spread(b) / spread(a);
        double times = Math.max(ratio, 1 / ratio);
        return times > MOST_UNEVEN && times < Double.POSITIVE_INFINITY
                ? String.format(
                        Locale.ROOT,
                        "the runs of %s vary %.0f times as much as the others: false alarms are up to three times as likely",
                        ratio > 1 ? "B" : "A",
                        times)
                : "";
    }

    private static double spread(double[] figures) {
        return Math.sqrt(RunsNeeded.squares(figures) / (figures.length - 1));
    }

    /** The same where figures are known to a unit only that is more than the margin. */
    Judgement coarse(String unit) {
        return verdict == Verdict.EQUIVALENT
                ? new Judgement(
                        Verdict.INCONCLUSIVE,
                        "the figures are " + unit + ", which is coarser than the margin",
                        runsNeeded)
                : new Judgement(verdict, why + (why.isEmpty() ? "" : "; ") + "the figures are " + unit, runsNeeded);
    }
}
