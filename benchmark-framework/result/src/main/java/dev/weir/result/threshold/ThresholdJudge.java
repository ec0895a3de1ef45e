package dev.weir.result.threshold;

import dev.weir.driver.durability.Guarantee;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.document.ThresholdCheck.Figure;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.LimitUnit;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure.Statistic;
import dev.weir.workload.goal.Threshold;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges the thresholds of a run, during the run and at its end. Used by the coordinator's thread. */
public final class ThresholdJudge {
    private final Workload workload;
    private final List<ThresholdWatch> watches = new ArrayList<>();
    private long measuredNanos;

    public ThresholdJudge(Workload workload) {
        this.workload = workload;
        workload.run().thresholds().forEach(threshold -> watch(threshold, false));
    }

    /** Adds thresholds for what the client's settings promise, as far as the audit can judge them. */
    public void expect(Guarantee guarantee) {
        if (!workload.run().audited() || workload.subscriptions().count() == 0) {
            return;
        }
        List<Metric> forbidden = workload.run().sections().forbidden();
        List<Metric> broken = !forbidden.isEmpty()
                ? forbidden
                : switch (guarantee) {
                    case NONE -> List.of();
                    case AT_LEAST_ONCE -> List.of(Metric.LOST);
                    case EXACTLY_ONCE -> List.of(Metric.LOST, Metric.DUPLICATED);
                };
        // Consumers that end without a commit, or lose a partition before it, receive messages again; that breaks no
        // promise.
        boolean redelivers = workload.run().sections().redeliver();
        for (Metric metric : broken.stream()
                .filter(each -> each != Metric.DUPLICATED || !redelivers)
                .toList()) {
            Threshold threshold = Threshold.of(Condition.none(metric));
            if (watches.stream().noneMatch(watch -> watch.threshold().equals(threshold))) {
                watch(threshold, true);
            }
        }
    }

    private void watch(Threshold threshold, boolean byDefault) {
        watches.add(new ThresholdWatch(
                threshold, byDefault, workload.timing().sampleInterval(), workload.messagesAtOnce()));
    }

    /**
     * Adds a reporting interval. Call it in their order.
     *
     * @param targetRate target rate in this interval, messages per second; infinite: none
     */
    public void add(Interval interval, double targetRate) {
        if (interval.phase().isMeasured()) {
            measuredNanos += interval.toNanos() - interval.fromNanos();
        }
        watches.forEach(watch -> watch.add(interval, targetRate, measuredNanos));
    }

    /** Returns the first threshold that ends the run; empty if the run may go on. */
    public Optional<ThresholdCheck> aborting() {
        return watches.stream().flatMap(watch -> watch.aborting().stream()).findFirst();
    }

    /** Returns all results in the order of the workload, then those of default thresholds. */
    public List<ThresholdCheck> results(RunFigures figures) {
        return watches.stream().map(watch -> watch.result(figures)).toList();
    }

    /** Judges one threshold during a run. Used by the coordinator's thread. */
    static final class ThresholdWatch {
        private final Threshold threshold;
        private final boolean byDefault;
        private final JudgedStretch stretch;
        private @Nullable ThresholdCheck worstWindow;
        private @Nullable ThresholdCheck aborting;
        private String unknownWindow = "";

        ThresholdWatch(Threshold threshold, boolean byDefault, Duration sampleInterval, int messagesPerRead) {
            this.threshold = threshold;
            this.byDefault = byDefault;
            // Snapshots are taken with some jitter.
            double slack = sampleInterval.toNanos() / 1e9 / 10;
            double leastSeconds = threshold
                    .window()
                    .map(window -> window.toNanos() / 1e9 - slack)
                    .orElse(Double.POSITIVE_INFINITY);
            this.stretch = new JudgedStretch(threshold.condition(), leastSeconds, messagesPerRead);
        }

        Threshold threshold() {
            return threshold;
        }

        /** Adds an interval, as {@link ThresholdJudge#add} does, and its end in the measurement. */
        void add(Interval interval, double targetRate, long measuredNanos) {
            Metric metric = threshold.condition().metric();
            boolean about = interval.phase().isMeasured()
                    || (interval.phase() == Phase.SETTLE && metric.outlastsLoad())
                    // Connections are made before the load, and count whenever they are made.
                    || metric.isOfConnections();
            if (!metric.isOfIntervals() || !about) {
                return;
            }
            stretch.add(interval, targetRate);
            if (threshold.window().isPresent() && stretch.isFull()) {
                judgeWindow(stretch.figure());
            }
            boolean goesOn = interval.phase().isMeasured() && aborting == null;
            if (threshold.aborts()
                    && goesOn
                    && measuredNanos >= threshold.after().toNanos()) {
                ThresholdCheck now = now();
                aborting = now.judged() && now.isMissed() ? now.endingTheRun() : null;
            }
        }

        private void judgeWindow(Figure figure) {
            if (figure.value().isEmpty()) {
                // The first one belongs to the measurement; after the load, fewer and fewer figures are known.
                unknownWindow = unknownWindow.isEmpty() ? figure.why() : unknownWindow;
                return;
            }
            ThresholdCheck judged = result(figure, Optional.of(stretch.when()));
            if (worstWindow == null || isWorse(judged, worstWindow)) {
                worstWindow = judged;
            }
        }

        /** Compares two checks. A lower bound misses limits that its value would meet. */
        private boolean isWorse(ThresholdCheck one, ThresholdCheck other) {
            return one.isMissed() == other.isMissed() ? excess(one) > excess(other) : one.isMissed();
        }

        private double excess(ThresholdCheck judged) {
            Condition condition = threshold.condition();
            return condition.comparison().excess(judged.number().orElseThrow(), condition.limit());
        }

        Optional<ThresholdCheck> aborting() {
            return Optional.ofNullable(aborting);
        }

        /**
         * Returns the result at the end of the run. If the run ended because of this threshold, it is missed, whatever
         * followed.
         */
        ThresholdCheck result(RunFigures figures) {
            if (aborting != null) {
                return aborting;
            }
            if (threshold.condition().metric().isOfIntervals()) {
                return figures.outcome() == Outcome.FAILED
                        ? result(Figure.unknown("the run failed"), Optional.empty())
                        : now();
            }
            return result(figures.of(threshold.condition()), Optional.empty());
        }

        private ThresholdCheck now() {
            if (threshold.window().isEmpty()) {
                return result(stretch.figure(), Optional.empty());
            }
            if (worstWindow != null) {
                return worstWindow;
            }
            String why = unknownWindow.isEmpty() ? "the measurement was shorter than the window" : unknownWindow;
            return result(Figure.unknown(why), Optional.empty());
        }

        private ThresholdCheck result(Figure figure, Optional<TimeRange> when) {
            return ThresholdCheck.of(threshold, byDefault, figure, when);
        }

        /**
         * Intervals on which a condition is judged: all, or the last ones that are long enough together. Histograms are
         * merged, and subtracted when their interval leaves the window; no percentile is averaged. Used by the
         * coordinator's thread.
         */
        static final class JudgedStretch {
            /** Samples of intervals that never leave; must not be changed. */
            private static final LatencySamples NO_SAMPLES = new LatencySamples();

            private final Condition condition;
            private final double leastSeconds;
            private final int messagesPerRead;
            private final Deque<Judged> parts = new ArrayDeque<>();
            private LatencySamples samples = new LatencySamples();

            /** @param leastSeconds length of the intervals that are judged together; infinite: all */
            JudgedStretch(Condition condition, double leastSeconds, int messagesPerRead) {
                this.condition = condition;
                this.leastSeconds = leastSeconds;
                this.messagesPerRead = messagesPerRead;
            }

            /**
             * Adds an interval to which the condition applies; the oldest ones leave a window that is long enough
             * without them.
             *
             * @param targetRate target rate in this interval, messages per second; infinite: none
             */
            void add(Interval interval, double targetRate) {
                LatencySamples own = samplesOf(interval);
                samples.add(own);
                LatencySamples kept = NO_SAMPLES;
                if (!Double.isInfinite(leastSeconds)) {
                    kept = new LatencySamples();
                    kept.add(own);
                    kept.compact();
                }
                parts.add(new Judged(
                        interval.fromNanos(),
                        interval.toNanos(),
                        interval.seconds(),
                        targetRate * interval.seconds(),
                        interval.counts(),
                        interval.reads(),
                        interval.backlog(),
                        kept));
                while (parts.size() > 1 && seconds() - parts.getFirst().seconds() >= leastSeconds) {
                    samples = samples.without(parts.remove().samples());
                }
            }

            boolean isFull() {
                return seconds() >= leastSeconds;
            }

            TimeRange when() {
                return new TimeRange(
                        parts.getFirst().fromNanos(), parts.getLast().toNanos());
            }

            Figure figure() {
                if (parts.isEmpty()) {
                    return Figure.unknown("nothing was measured");
                }
                return switch (condition.metric().kind()) {
                    case LATENCY -> latency(condition.statistic());
                    case RATE -> inUnit(rate());
                    case COUNT -> Figure.of((double) count());
                    case FINAL_COUNT, FINAL_TIME, OUTCOME ->
                        throw new IllegalStateException(condition.metric() + " is not of intervals");
                };
            }

            private LatencySamples samplesOf(Interval interval) {
                return condition.metric().kind() == Metric.Kind.LATENCY
                        ? interval.measured()
                                .of(Latency.valueOf(condition.metric().name()))
                        : new LatencySamples();
            }

            private Figure latency(Statistic statistic) {
                if (samples.total() == 0) {
                    return Figure.unknown(
                            "there are no samples of " + condition.metric().key());
                }
                return switch (statistic.kind()) {
                    case MIN -> Figure.of((double) samples.minNanos(), samples.count() == 0);
                    case MEAN -> Figure.of(samples.meanNanos(), samples.censored() > 0);
                    case MAX -> Figure.of((double) samples.maxNanos(), samples.censored() > 0);
                    case PERCENTILE ->
                        samples.isAdequate(statistic.percentile())
                                ? Figure.of(
                                        (double) samples.percentileNanos(statistic.percentile()),
                                        samples.isCensored(statistic.percentile()))
                                : Figure.unknown(String.format(
                                        Locale.ROOT,
                                        "%,d samples are too few, it takes %,d",
                                        samples.total(),
                                        LatencyHistogram.adequateCount(statistic.percentile())));
                    case ONLY -> throw new IllegalStateException(condition + " has no statistic");
                };
            }

            private Figure rate() {
                double seconds = seconds();
                Counts counts = parts.stream().map(Judged::counts).reduce(Counts.NONE, Counts::plus);
                if (condition.metric() == Metric.BACKLOG_GROWTH) {
                    return growth();
                }
                long messages = switch (condition.metric()) {
                    case OFFERED_RATE -> counts.sends().sent();
                    case ACHIEVED_RATE ->
                        condition.unit() == LimitUnit.PERCENT_OF_TARGET
                                ? done(counts)
                                : counts.sends().acknowledged();
                    case DELIVERED_RATE -> counts.receipts().received();
                    default -> throw new IllegalStateException(condition.metric() + " is no rate");
                };
                return seconds > 0 ? Figure.of(messages / seconds) : Figure.unknown("nothing was measured");
            }

            /** Returns what counts for the target, including aborted messages and reads. */
            private long done(Counts counts) {
                long reads = parts.stream().mapToLong(Judged::reads).sum();
                return counts.sends().acknowledged() + counts.sends().aborted() + reads * messagesPerRead;
            }

            private double seconds() {
                return parts.stream().mapToDouble(Judged::seconds).sum();
            }

            private Figure growth() {
                if (parts.size() < TheilSen.MIN_POINTS) {
                    return Figure.unknown(parts.size() + " intervals show no trend, it takes " + TheilSen.MIN_POINTS);
                }
                List<TheilSen.Point> ends = new ArrayList<>();
                long beginNanos = parts.getFirst().toNanos();
                parts.forEach(
                        part -> ends.add(new TheilSen.Point((part.toNanos() - beginNanos) / 1e9, part.backlog())));
                return Figure.of(TheilSen.slope(ends));
            }

            private Figure inUnit(Figure messagesPerSecond) {
                if (condition.unit() != LimitUnit.PERCENT_OF_TARGET
                        || messagesPerSecond.value().isEmpty()) {
                    return messagesPerSecond;
                }
                double target = parts.stream().mapToDouble(Judged::asked).sum() / seconds();
                if (Double.isInfinite(target)) {
                    return Figure.unknown("the load has no target");
                }
                return target > 0
                        ? Figure.of(100 * messagesPerSecond.value().getAsDouble() / target)
                        : Figure.unknown("nothing was due");
            }

            private long count() {
                if (condition.metric() == Metric.BACKLOG) {
                    return parts.stream().mapToLong(Judged::backlog).max().orElse(0);
                }
                Counts counts = parts.stream().map(Judged::counts).reduce(Counts.NONE, Counts::plus);
                return condition.metric() == Metric.FAILED
                        ? counts.sends().failed()
                        : counts.receipts().receiveFailed();
            }

            /** Needed parts of an interval; without its samples if it never leaves. */
            private record Judged(
                    long fromNanos,
                    long toNanos,
                    double seconds,
                    double asked,
                    Counts counts,
                    long reads,
                    long backlog,
                    LatencySamples samples) {}
        }
    }
}
