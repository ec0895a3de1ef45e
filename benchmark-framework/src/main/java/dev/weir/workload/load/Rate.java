package dev.weir.workload.load;

import dev.weir.workload.goal.SearchSpec;
import java.time.Duration;
import java.util.Optional;

/** How many messages per second all producers of an open loop send together. */
public sealed interface Rate {
    /** When the measurement begins, messages per second; infinite without a limit. */
    double atBegin();

    /**
     * The mean of a stretch, messages per second; infinite without a limit.
     *
     * @param fromNanos since the begin of the measurement
     * @param toNanos likewise; not before that
     */
    default double mean(long fromNanos, long toNanos) {
        return atBegin();
    }

    /**
     * The one number that stands for it, messages per second; infinite without a limit.
     *
     * @param test how long is measured; empty: until stopped
     */
    default double overall(Optional<Duration> test) {
        return atBegin();
    }

    /** A rate that does not change. */
    sealed interface Constant extends Rate {
        /** That of a number; infinite: without a limit. */
        static Constant of(double messagesPerSecond) {
            return messagesPerSecond == Double.POSITIVE_INFINITY ? new Unlimited() : new Fixed(messagesPerSecond);
        }
    }

    /**
     * One number.
     *
     * @param messagesPerSecond in (0, 1e9]
     */
    record Fixed(double messagesPerSecond) implements Constant {
        public Fixed {
            if (!(messagesPerSecond > 0 && messagesPerSecond <= 1e9)) {
                throw new IllegalArgumentException("a rate must be in (0, 1e9] or infinite, got " + messagesPerSecond);
            }
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
     * A rate that changes with time.
     *
     * @param points at least one
     */
    record Curve(RateList points) implements Rate {
        @Override
        public double atBegin() {
            return points.first();
        }

        @Override
        public double mean(long fromNanos, long toNanos) {
            return points.mean(fromNanos, toNanos);
        }

        /** The mean of the measurement, or what holds in the end where its length is not planned. */
        @Override
        public double overall(Optional<Duration> test) {
            return test.map(length -> points.mean(0, length.toNanos())).orElse(points.last());
        }
    }

    /** The highest that the system sustains, which runs of their own find. */
    record Search(SearchSpec spec) implements Rate {
        /** Where the search begins. */
        @Override
        public double atBegin() {
            return spec.start();
        }
    }
}
