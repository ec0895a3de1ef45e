package dev.weir.workload.load;

import java.util.List;

/**
 * A rate that changes with time. It is linear between its points, and constant before the first and after the last one;
 * two points at the same time are a step.
 *
 * @param points in the order of time, at least one
 */
public record RateList(List<RatePoint> points) {
    public RateList {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a rate that changes must have at least one point, got none");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
                throw new IllegalArgumentException("rates must be in the order of time, got " + points);
            }
        }
    }

    public double first() {
        return points.get(0).messagesPerSecond();
    }

    public double last() {
        return points.get(points.size() - 1).messagesPerSecond();
    }

    /**
     * Returns the mean rate of a stretch, messages per second.
     *
     * @param fromNanos since the begin of the measurement
     * @param toNanos since the begin of the measurement; not before {@code fromNanos}
     */
    public double mean(long fromNanos, long toNanos) {
        return fromNanos < toNanos
                ? (messagesUntil(toNanos) - messagesUntil(fromNanos)) / ((toNanos - fromNanos) / 1e9)
                : (messagesUntil(toNanos + 1) - messagesUntil(toNanos)) * 1e9;
    }

    private double messagesUntil(long nanos) {
        double messages = 0;
        long at = 0;
        double rate = first();
        for (RatePoint point : points) {
            if (at < nanos && point.atNanos() > at) {
                double part = (double) (Math.min(nanos, point.atNanos()) - at) / (point.atNanos() - at);
                double end = rate + part * (point.messagesPerSecond() - rate);
                messages += (rate + end) / 2 * (part * (point.atNanos() - at) / 1e9);
            }
            at = point.atNanos();
            rate = point.messagesPerSecond();
        }
        return messages + rate * Math.max(0, nanos - at) / 1e9;
    }

    /**
     * A point of a rate that changes with time.
     *
     * @param atNanos since the begin of the measurement, at least 0
     * @param messagesPerSecond rate of all producers together, in [0, 1e9]
     */
    public record RatePoint(long atNanos, double messagesPerSecond) {
        public RatePoint {
            if (atNanos < 0) {
                throw new IllegalArgumentException("a rate's time must be at least 0, got " + atNanos);
            }
            if (!(messagesPerSecond >= 0 && messagesPerSecond <= 1e9)) {
                throw new IllegalArgumentException("a rate must be in [0, 1e9], got " + messagesPerSecond);
            }
        }
    }
}
