package dev.weir.clock;

import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/** A network between two clocks that are known, for an estimator to look through. */
final class SimulatedPath {
    private final SplittableRandom random;
    private final LongUnaryOperator ahead;
    private final long there;
    private final long back;
    private final long jitter;

    /**
     * @param ahead how far the other clock is ahead at a moment of ours
     * @param there nanoseconds that the way there takes at least
     * @param back the same of the way back
     * @param jitter each way takes longer by an exponentially distributed time with that mean
     */
    SimulatedPath(long seed, LongUnaryOperator ahead, long there, long back, long jitter) {
        this.random = new SplittableRandom(seed);
        this.ahead = ahead;
        this.there = there;
        this.back = back;
        this.jitter = jitter;
    }

    long ahead(long nanos) {
        return ahead.applyAsLong(nanos);
    }

    void exchange(OffsetEstimator estimator, long sent) {
        long received = sent + there + delay();
        long answered = received + 20_000;
        long heard = answered + back + delay();
        estimator.add(sent, received + ahead(received), answered + ahead(answered), heard);
    }

    /** As a link does: one exchange, and some in quick succession now and then. */
    void second(OffsetEstimator estimator, long begin, int exchanges) {
        for (int i = 0; i < exchanges; i++) {
            exchange(estimator, begin + i * 3_000_000L);
        }
    }

    private long delay() {
        return Math.round(-jitter * Math.log(1 - random.nextDouble()));
    }
}
