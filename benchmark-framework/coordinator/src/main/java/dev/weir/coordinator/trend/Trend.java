package dev.weir.coordinator.trend;

import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.Interval;
import dev.weir.result.threshold.TheilSen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Trend of a series of evenly spaced figures, by the Theil-Sen line. */
public final class Trend {
    private Trend() {}

    /** Returns by how much a figure grows from one to the next; 0 for fewer than two. */
    public static double slope(List<Double> figures) {
        List<TheilSen.Point> points = new ArrayList<>();
        figures.forEach(figure -> points.add(new TheilSen.Point(points.size(), figure)));
        return points.size() < 2 ? 0 : TheilSen.slope(points);
    }

    /** Returns the change from the first to the last figure, relative to their median. */
    static double relativeChange(List<Double> figures) {
        double median = median(figures);
        double change = slope(figures) * (figures.size() - 1);
        return median == 0 ? (change == 0 ? 0 : Math.signum(change) * Double.POSITIVE_INFINITY) : change / median;
    }

    /** Returns the median; 0 for an empty list. */
    public static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        return count == 0 ? 0 : (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    /** Adds a figure and removes the oldest one if the list has the given size. */
    public static void append(List<Double> figures, double next, int most) {
        if (figures.size() == most) {
            figures.remove(0);
        }
        figures.add(next);
    }

    /** Combines snapshots into seconds, for trends. Used by the coordinator's thread. */
    static final class PerSecondFigures {
        /** Snapshots are at most a second apart, with some jitter. */
        private static final double SECOND = 0.95;

        private double seconds;
        private long messages;
        private LatencySamples samples = new LatencySamples();

        /**
         * Figures of one second.
         *
         * @param messagesPerSecond acknowledged messages, or received ones where nothing is produced
         * @param medianNanos median of the first headline latency; empty without samples
         */
        record Second(double messagesPerSecond, OptionalDouble medianNanos) {}

        /** Adds a merged snapshot of all workers; returns the second that it completes. */
        Optional<Second> add(Interval tick) {
            seconds += tick.seconds();
            long acknowledged = tick.counts().sends().acknowledged();
            messages +=
                    acknowledged > 0 ? acknowledged : tick.counts().receipts().received();
            samples.add(tick.latencies().of(tick.latencies().headlines().get(0)));
            if (seconds < SECOND) {
                return Optional.empty();
            }
            var median = samples.count() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((double) samples.percentileNanos(50));
            var second = new Second(messages / seconds, median);
            seconds = 0;
            messages = 0;
            samples = new LatencySamples();
            return Optional.of(second);
        }
    }
}
