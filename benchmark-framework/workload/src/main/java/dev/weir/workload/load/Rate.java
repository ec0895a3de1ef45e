package dev.weir.workload.load;

import dev.weir.workload.search.SearchSpec;
import java.time.Duration;
import java.util.Optional;

/** Rate of all producers of an open loop together, in messages per second. */
public sealed interface Rate {
    /** Returns the rate at the begin of the measurement; infinite without a limit. */
    double atBegin();

    /**
     * Returns the mean rate of a stretch; infinite without a limit.
     *
     * @param fromNanos since the begin of the measurement
     * @param toNanos since the begin of the measurement; not before {@code fromNanos}
     */
    default double mean(long fromNanos, long toNanos) {
        return atBegin();
    }

    /**
     * Returns one number that represents the rate; infinite without a limit.
     *
     * @param test length of the measurement; empty: until stopped
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

    /** A rate that changes with time. */
    record Curve(RateList points) implements Rate {
        @Override
        public double atBegin() {
            return points.first();
        }

        @Override
        public double mean(long fromNanos, long toNanos) {
            return points.mean(fromNanos, toNanos);
        }

        /** Returns the mean of the measurement, or the last rate if its length is not planned. */
        @Override
        public double overall(Optional<Duration> test) {
            return test.map(length -> points.mean(0, length.toNanos())).orElse(points.last());
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
