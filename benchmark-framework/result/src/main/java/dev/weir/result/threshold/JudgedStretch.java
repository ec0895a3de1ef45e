package dev.weir.result.threshold;

import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.result.document.ThresholdCheck.Figure;
import dev.weir.result.interval.Interval;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.LimitUnit;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure.Statistic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Intervals on which a condition is judged: all, or the last ones that are long enough together. Histograms are merged,
 * and subtracted when their interval leaves the window; no percentile is averaged. Used by the coordinator's thread.
 */
final class JudgedStretch {
    /** Samples of intervals that never leave; must not be changed. */
    private static final LatencySamples NO_SAMPLES = new LatencySamples();

    private final Condition condition;
    private final double leastSeconds;
    private final int messagesPerRead;
    private final Deque<Judged> parts = new ArrayDeque<>();
    private LatencySamples samples = new LatencySamples();

    /**
     * @param leastSeconds length of the intervals that are judged together; infinite: all
     * @param messagesPerRead number of messages of the target for which a read counts
     */
    JudgedStretch(Condition condition, double leastSeconds, int messagesPerRead) {
        this.condition = condition;
        this.leastSeconds = leastSeconds;
        this.messagesPerRead = messagesPerRead;
    }

    /**
     * Adds an interval to which the condition applies; the oldest ones leave a window that is long enough without them.
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
        return new TimeRange(parts.getFirst().fromNanos(), parts.getLast().toNanos());
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
                ? interval.measured().of(Latency.valueOf(condition.metric().name()))
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
        parts.forEach(part -> ends.add(new TheilSen.Point((part.toNanos() - beginNanos) / 1e9, part.backlog())));
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
