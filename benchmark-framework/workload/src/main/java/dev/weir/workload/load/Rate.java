package dev.weir.workload.load;

import dev.weir.workload.search.SearchSpec;
import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Rate of all producers of an open loop together, in messages per second. */
public sealed interface Rate {
    /** Returns the rate at the begin of the measurement; infinite without a limit. */
    double atBegin();

    /**
     * Returns the mean rate between two times after the begin of the measurement, the second not before the first;
     * infinite without a limit.
     */
    default double mean(long fromNanos, long toNanos) {
        return atBegin();
    }

    /**
     * Returns one number that represents the rate in a measurement of this length, which is empty if it lasts until it is
     * stopped; infinite without a limit.
     */
    default double overall(Optional<Duration> test) {
        return atBegin();
    }

    sealed interface Constant extends Rate {
        /** Creates a rate from a number; infinite: without a limit. */
        static Constant of(double messagesPerSecond) {
            return messagesPerSecond == Double.POSITIVE_INFINITY ? new Unlimited() : new Fixed(messagesPerSecond);
        }
    }

    /** A fixed rate of messages per second, in (0, 1e9]. */
    record Fixed(double messagesPerSecond) implements Constant {
        public Fixed {
            Checks.refuseIf(
                    !(messagesPerSecond > 0 && messagesPerSecond <= 1e9),
                    "a rate must be in (0, 1e9] or infinite, got " + messagesPerSecond);
        }

        @Override
        public double atBegin() {
            return messagesPerSecond;
        }
    }

    /** As fast as each producer can. */
    record Unlimited() implements Constant {
        @Override
        public double atBegin() {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * A rate that changes with time. It is linear between its points, and constant before the first and after the last
     * one; two points at the same time are a step.
     *
     * @param points in the order of time, at least one
     */
    record Curve(List<RatePoint> points) implements Rate {
        public Curve {
            points = List.copyOf(points);
            Checks.refuseIf(points.isEmpty(), "a rate that changes must have at least one point, got none");
            for (int i = 1; i < points.size(); i++) {
                if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
                    throw new IllegalArgumentException("rates must be in the order of time, got " + points);
                }
            }
        }

        @Override
        public double atBegin() {
            return points.get(0).messagesPerSecond();
        }

        public RatePoint last() {
            return points.get(points.size() - 1);
        }

        @Override
        public double mean(long fromNanos, long toNanos) {
            return fromNanos < toNanos
                    ? (messagesUntil(toNanos) - messagesUntil(fromNanos)) / ((toNanos - fromNanos) / 1e9)
                    : (messagesUntil(toNanos + 1) - messagesUntil(toNanos)) * 1e9;
        }

        /** Returns the mean of the measurement, or the last rate if its length is not planned. */
        @Override
        public double overall(Optional<Duration> test) {
            return test.map(length -> mean(0, length.toNanos())).orElse(last().messagesPerSecond());
        }

        private double messagesUntil(long nanos) {
            double messages = 0;
            long at = 0;
            double rate = atBegin();
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
    }

    /**
     * A point of a rate that changes.
     *
     * @param atNanos time after the begin of the measurement, at least 0
     * @param messagesPerSecond rate of all producers together, in [0, 1e9]
     */
    record RatePoint(long atNanos, double messagesPerSecond) {
        public RatePoint {
            Checks.refuseIf(atNanos < 0, "a rate's time must be at least 0, got " + atNanos);
            Checks.refuseIf(
                    !(messagesPerSecond >= 0 && messagesPerSecond <= 1e9),
                    "a rate must be in [0, 1e9], got " + messagesPerSecond);
        }
    }

    /** The highest rate that the system sustains, which a search finds. */
    record Search(SearchSpec spec) implements Rate {
        @Override
        public double atBegin() {
            return spec.start();
        }
    }
}
