package dev.weir.coordinator.trend;

import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Detects whether throughput or median latency changed during the measurement, so that its figures mix different
 * states. It judges only figures that should stay constant. It skips loads whose rate changes by the workload, whose
 * brokers fail by it, or whose consumers were made to wait. For a load without a rate it judges throughput only, because the amount
 * in flight, and so the latency, is adjusted during the run. For a closed loop it judges latency only, because the
 * throughput follows from it. Used by the coordinator's thread.
 */
public final class MeasurementTrend {
    /** Largest relative change that counts as constant. */
    static final double TOLERANCE = 0.1;

    /** Relative change that the judgement must be able to detect. */
    static final double DRIFT = 0.2;

    /** Fewer seconds are not judged. */
    public static final int MIN_SECONDS = 30;

    private final boolean ofRate;
    private final boolean ofLatency;
    private final PerSecondFigures figures = new PerSecondFigures();
    private final TrendSeries rates = new TrendSeries();
    private final TrendSeries latencies = new TrendSeries();

    public MeasurementTrend(Workload workload) {
        Load load = workload.load();
        boolean meantToStay = load.isConstant()
                && !workload.run().sections().disturb()
                && workload.run().sections().waitingBytes() == 0;
        this.ofRate = meantToStay && !(load instanceof ClosedLoop);
        this.ofLatency = meantToStay && (load.isScheduled() || load instanceof ClosedLoop);
    }

    public void add(Interval tick) {
        if (tick.phase() == Phase.MEASUREMENT && (ofRate || ofLatency)) {
            figures.add(tick).ifPresent(second -> {
                rates.add(second.messagesPerSecond());
                second.medianNanos().ifPresent(latencies::add);
            });
        }
    }

    public boolean isJudged() {
        return (ofRate || ofLatency) && rates.seconds() >= MIN_SECONDS;
    }

    /**
     * Returns a reason if a figure changed. If the target rate was not achieved, a finding states it, and backlogs and
     * latencies grow anyway.
     */
    public Optional<Reason> judge(boolean loadMet) {
        if (!isJudged()) {
            return Optional.empty();
        }
        TrendEstimate rate = rates.estimate();
        TrendEstimate latency = latencies.estimate();
        // Where most seconds have no messages, their rates show no trend.
        boolean judgesRate = ofRate && rate.isKnown();
        boolean judgesLatency = ofLatency && latency.isKnown();
        List<String> moved = new ArrayList<>();
        if (judgesRate && rate.exceeds(TOLERANCE)) {
            moved.add(text("the rate", rate));
        }
        if (judgesLatency && latency.exceeds(TOLERANCE)) {
            moved.add(text("the median latency", latency));
        }
        var named = new NamedFigures().with("seconds", rates.seconds());
        if (judgesRate) {
            named.with("rateChangeShare", rate.fromBegin()).with("rateMarginShare", rate.margin());
        }
        if (judgesLatency) {
            named.with("medianChangeShare", latency.fromBegin()).with("medianMarginShare", latency.margin());
        }
        if (!moved.isEmpty()) {
            return Optional.of(Reason.of(
                            ReasonCode.NOT_STEADY,
                            loadMet ? Severity.DEGRADED : Severity.NOTE,
                            "over the %,d s of the measurement %s: figures of the whole run mix different states",
                            rates.seconds(),
                            String.join(" and ", moved))
                    .with(named));
        }
        double margin = Math.max(judgesRate ? rate.margin() : 0, judgesLatency ? latency.margin() : 0);
        return margin <= DRIFT
                ? Optional.empty()
                : Optional.of(Reason.of(
                                ReasonCode.NOT_STEADY,
                                Severity.NOTE,
                                "the figures of the measurement's %,d seconds scatter so much that chance could hide "
                                        + "a drift of %.0f %%: measure for longer to find out whether the load was "
                                        + "steady",
                                rates.seconds(),
                                100 * Math.min(margin, 10))
                        .with(named));
    }

    private static String text(String figure, TrendEstimate trend) {
        return String.format(
                Locale.ROOT,
                "%s %s by %.0f %% (up to %.0f %% could be chance)",
                figure,
                trend.change() > 0 ? "grew" : "fell",
                100 * Math.abs(trend.fromBegin()),
                100 * (trend.change() > 0 ? trend.margin() : Math.min(1, trend.margin())));
    }

    /** Per-second figures of a load of any length: when there are many, each two are replaced by their mean. */
    static final class TrendSeries {
        private static final int MAX_POINTS = 500;

        private final List<Double> points = new ArrayList<>();
        private int secondsPerPoint = 1;
        private double sum;
        private int summed;
        private long seconds;

        void add(double figure) {
            seconds++;
            sum += figure;
            summed++;
            if (summed < secondsPerPoint) {
                return;
            }
            points.add(sum / summed);
            sum = 0;
            summed = 0;
            if (points.size() == MAX_POINTS) {
                for (int i = 0; i < MAX_POINTS / 2; i++) {
                    points.set(i, (points.get(2 * i) + points.get(2 * i + 1)) / 2);
                }
                points.subList(MAX_POINTS / 2, MAX_POINTS).clear();
                secondsPerPoint *= 2;
            }
        }

        long seconds() {
            return seconds;
        }

        TrendEstimate estimate() {
            return TrendEstimate.of(points);
        }
    }

    /**
     * Relative change of a series of evenly spaced figures, and how large that change can be by chance. Successive figures
     * are similar, so they contain less information than their number suggests: the rank correlation of successive
     * deviations from the line reduces the number of figures that count. The scatter is the median absolute deviation,
     * which is robust against outliers like the line ({@link Trend}).
     *
     * @param change change relative to the median, with its sign; compared with the margin
     * @param fromBegin change from the begin of the line to its end, relative to its begin: what a reader takes a change for.
     *     Never below -1, because both ends of the line are kept within the figures
     * @param margin absolute value that a steady series exceeds in about 2.5 % of cases
     */
    record TrendEstimate(double change, double fromBegin, double margin) {
        /** Normal quantile for 2.5 % on two sides: a measurement has two figures, so both together have 5 %. */
        private static final double QUANTILE = 2.24;

        /** Standard deviation of a normal distribution divided by its median absolute deviation. */
        private static final double SIGMA = 1.4826;

        /** Standard error of the Theil-Sen slope relative to least squares, for normally distributed deviations. */
        private static final double INEFFICIENCY = 1.023;

        /** Correlation beyond which the figures contain hardly any information. */
        private static final double MAX_CORRELATED = 0.97;

        private static final double MIN_DEGREES = 2;

        private static final int MIN_FIGURES = 10;

        /** Estimates from at least 10 figures; fewer, or figures around 0, have an infinite margin. */
        static TrendEstimate of(List<Double> figures) {
            double median = Trend.median(figures);
            if (median <= 0 || figures.size() < MIN_FIGURES) {
                return new TrendEstimate(0, 0, Double.POSITIVE_INFINITY);
            }
            int count = figures.size();
            double slope = Trend.slope(figures);
            List<Double> offLine = IntStream.range(0, count)
                    .mapToObj(index -> figures.get(index) - slope * index)
                    .toList();
            double middle = Trend.median(offLine);
            List<Double> deviations =
                    offLine.stream().map(figure -> Math.abs(figure - middle)).toList();
            double sigma = SIGMA * Trend.median(deviations);
            double correlation = correlation(offLine);
            double alike = (1 + correlation) / (1 - correlation);
            double error = sigma * INEFFICIENCY * Math.sqrt(12.0 / count * alike);
            double margin = studentQuantile(Math.max(MIN_DEGREES, count / alike - 2)) * error / median;
            double change = slope * (count - 1) / median;
            return new TrendEstimate(change, fromBegin(figures, median, slope * (count - 1) / 2, change), margin);
        }

        boolean isKnown() {
            return Double.isFinite(margin);
        }

        private static double fromBegin(List<Double> figures, double median, double half, double change) {
            double min = Collections.min(figures);
            double max = Collections.max(figures);
            double begin = Math.min(max, Math.max(min, median - half));
            double end = Math.min(max, Math.max(min, median + half));
            // Growth from nothing has no relative size.
            return begin > 0 ? end / begin - 1 : change;
        }

        boolean exceeds(double tolerance) {
            return Math.abs(change) > Math.max(tolerance, margin);
        }

        /**
         * Correlation of successive figures, never negative. Short series look less correlated than they are, so the result
         * is corrected by the mean of that error (Kendall, "Note on bias in the estimation of autocorrelation", 1954) and
         * by half its scatter.
         */
        private static double correlation(List<Double> figures) {
            int count = figures.size();
            double[] ranks = ranks(figures);
            double products = 0;
            double squares = 0;
            for (int i = 0; i < count; i++) {
                squares += ranks[i] * ranks[i];
                products += i > 0 ? ranks[i] * ranks[i - 1] : 0;
            }
            double corrected = (products / squares * count + 2) / (count - 4);
            double scatter = Math.sqrt((1 - Math.min(1, corrected * corrected)) / count);
            return Math.min(MAX_CORRELATED, Math.max(0, corrected + scatter / 2));
        }

        private static double[] ranks(List<Double> figures) {
            List<Integer> order = IntStream.range(0, figures.size())
                    .boxed()
                    .sorted(Comparator.comparing(figures::get))
                    .toList();
            var ranks = new double[figures.size()];
            for (int rank = 0; rank < ranks.length; rank++) {
                ranks[order.get(rank)] = rank - (ranks.length - 1) / 2.0;
            }
            return ranks;
        }

        /** Quantile of Student's distribution, by the Cornish-Fisher expansion. */
        private static double studentQuantile(double degrees) {
            double z = QUANTILE;
            double third = z * z * z;
            double fifth = third * z * z;
            double seventh = fifth * z * z;
            return z
                    + (third + z) / (4 * degrees)
                    + (5 * fifth + 16 * third + 3 * z) / (96 * degrees * degrees)
                    + (3 * seventh + 19 * fifth + 17 * third - 15 * z) / (384 * degrees * degrees * degrees);
        }
    }
}
