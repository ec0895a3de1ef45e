package dev.weir.report.compare;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A verdict with its explanation.
 *
 * @param why a sentence without its full stop; empty if the interval is explanation enough
 * @param runsNeeded runs on each side until a decision is likely; empty if decided or unknown
 */
public record Judgement(Verdict verdict, String why, OptionalInt runsNeeded) {
    /** Few runs with equal variation seem to vary unevenly by up to this factor. */
    private static final double MAX_UNEVEN = 3;

    static Judgement notComparable(String why) {
        return new Judgement(Verdict.NOT_COMPARABLE, why, OptionalInt.empty());
    }

    /** Judges figures above 0, of any number of runs on each side. */
    static Judgement of(double[] a, double[] b, boolean higherIsBetter, TestLevel level, double margin) {
        RankTest test = RankTest.of(a, b);
        RatioInterval interval = test.interval(level.at(a.length, b.length)).orElse(null);
        if (interval == null) {
            return tooFew(a.length, b.length, level);
        }
        if (interval.isWithin(margin)) {
            return new Judgement(Verdict.EQUIVALENT, "", OptionalInt.empty());
        }
        if (interval.excludesOne()) {
            Verdict verdict = interval.low() > 1 == higherIsBetter ? Verdict.BETTER : Verdict.WORSE;
            return new Judgement(verdict, unevenness(a, b), OptionalInt.empty());
        }
        OptionalInt needed = RunsNeeded.estimate(a, b, level, margin);
        String runs = needed.isPresent() ? "about " + needed.getAsInt() : "more than " + RunsNeeded.MAX;
        String ofWhich =
                level.plannedRuns().isPresent() ? " new runs on each side, with --planned-runs," : " runs on each side";
        return new Judgement(Verdict.INCONCLUSIVE, runs + ofWhich + " would decide", needed);
    }

    /** Judges a figure of one run on each side. */
    static Judgement ofSingles(boolean hasInterval, TestLevel level) {
        int fewest = level.fewestRuns();
        String why = "with one run on each side, the variation between runs is unknown: at least " + fewest
                + " runs on each side are needed" + (hasInterval ? ". The interval has within-run variation only" : "");
        return new Judgement(Verdict.INCONCLUSIVE, why, OptionalInt.of(fewest));
    }

    private static Judgement tooFew(int runsOfA, int runsOfB, TestLevel level) {
        OptionalInt planned = level.plannedRuns();
        String runs = runsOfA + " and " + runsOfB;
        if (planned.isPresent() && Math.min(runsOfA, runsOfB) < planned.getAsInt()) {
            String why = " planned runs: a planned comparison is tested once, after all runs";
            return new Judgement(Verdict.INCONCLUSIVE, runs + " of " + planned.getAsInt() + why, planned);
        }
        int fewest = level.fewestRuns();
        String why = " runs are too few: at least " + fewest + " on each side are needed";
        return new Judgement(Verdict.INCONCLUSIVE, runs + why, OptionalInt.of(fewest));
    }

    /** Returns a warning about an assumption of the test: if one side varies more, false alarms are more likely. */
    private static String unevenness(double[] a, double[] b) {
        double ratio = spread(b) / spread(a);
        double times = Math.max(ratio, 1 / ratio);
        String who = ratio > 1 ? "B" : "A";
        return times > MAX_UNEVEN && times < Double.POSITIVE_INFINITY
                ? "the runs of " + who + String.format(Locale.ROOT, " vary %.0f times as much as the others", times)
                        + ": false alarms are up to three times as likely"
                : "";
    }

    private static double spread(double[] figures) {
        return Math.sqrt(RunsNeeded.squares(figures) / (figures.length - 1));
    }

    /** Returns this judgement for figures that are rounded to milliseconds, a unit larger than the margin. */
    Judgement coarse() {
        String rounded = "the figures are whole milliseconds";
        return verdict == Verdict.EQUIVALENT
                ? new Judgement(Verdict.INCONCLUSIVE, rounded + ", which is coarser than the margin", runsNeeded)
                : new Judgement(verdict, why + (why.isEmpty() ? "" : "; ") + rounded, runsNeeded);
    }

    /** Roughly estimates how many runs on each side make a decision likely, from the variation between the runs. */
    static final class RunsNeeded {
        /** Required probability of a decision. */
        static final double POWER = 0.8;

        /** More runs are not practical. */
        static final int MAX = 200;

        /** Efficiency of a rank test compared with a test that assumes a normal distribution: 3 / pi. */
        private static final double EFFICIENCY = 3 / Math.PI;

        private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

        /**
         * Estimates the number for a difference or its absence, from figures above 0; empty if above {@link #MAX}.
         *
         * @param margin largest difference that counts as none
         */
        static OptionalInt estimate(double[] a, double[] b, TestLevel level, double margin) {
            double shift = Math.abs(Math.log(RankTest.of(a, b).ratio()));
            int degrees = a.length + b.length - 2;
            double variance = degrees == 0 ? 0 : (squares(a) + squares(b)) / degrees;
            // Both ends of the interval have to be within the margin.
            double room = Math.log1p(margin) - shift;
            int fewest = Math.max(level.fewestRuns(), Math.max(a.length, b.length) + 1);
            return IntStream.rangeClosed(fewest, MAX)
                    .filter(runs -> {
                        double sure = NORMAL.inverseSurvivalProbability(level.with(runs) / 2);
                        double difference = runs(variance, shift, sure + NORMAL.inverseCumulativeProbability(POWER));
                        double equivalence =
                                runs(variance, room, sure + NORMAL.inverseCumulativeProbability((1 + POWER) / 2));
                        return Math.min(difference, equivalence) <= runs;
                    })
                    .findFirst();
        }

        private static double runs(double variance, double distance, double deviations) {
            return distance > 0
                    ? 2 * variance * deviations * deviations / (distance * distance * EFFICIENCY)
                    : Double.POSITIVE_INFINITY;
        }

        /** Returns the sum of the squared deviations of the logarithms from their mean. */
        static double squares(double[] figures) {
            double sum = 0;
            for (double figure : figures) {
                sum += Math.log(figure);
            }
            double squares = 0;
            for (double figure : figures) {
                squares += Math.pow(Math.log(figure) - sum / figures.length, 2);
            }
            return squares;
        }
    }

    /** Verdict about a primary figure of B. */
    public enum Verdict {
        WORSE,
        BETTER,
        /** Within the margin of A's. */
        EQUIVALENT,
        /** Not decided: more runs are needed. */
        INCONCLUSIVE,
        /** The figures do not mean the same, or are unknown. */
        NOT_COMPARABLE;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }
}
