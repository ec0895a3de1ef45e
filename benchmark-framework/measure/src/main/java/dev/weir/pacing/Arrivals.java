package dev.weir.pacing;

import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Iterates over the due times of one producer's messages in a segment of the load, whose rate may change. Each due time
 * is computed from the start of the segment or, if it depends on the one before, from a sum that is rounded only when
 * it is read. One thread.
 */
public abstract class Arrivals {
    /**
     * How long after its end the load still sends messages that were due before the end. Without this overtime, the
     * last messages would be dropped because they are microseconds late. Without a limit, an overloaded system would
     * keep the load running for minutes.
     */
    private static final long OVERTIME_NANOS = 1_000_000_000;

    /**
     * The overtime of bursts. All messages of a burst are due at its beginning, and the run measures how long the burst
     * takes. With Kafka's delivery timeout of 2 min, this overtime is still within the time for which a run waits for
     * its end.
     */
    private static final long BURST_OVERTIME_NANOS = 10_000_000_000L;

    private Arrivals() {}

    /**
     * Uniform arrivals: producer {@code p} of {@code n} sends the requests {@code p, p + n, p + 2n, ...} of the schedule,
     * so that all producers together are exactly uniform. All messages of a request are due with its first message.
     *
     * @param producer its number in [0, producers)
     * @param producers of the whole load, on all workers
     * @param records messages of a request; 1 if the load has no requests
     */
    public static Arrivals uniform(int producer, int producers, int records) {
        return inRequests(new Even(producer, producers, records, 0), records);
    }

    /**
     * Bursts: all messages of a period are due at its beginning. This is the uniform load, with each message moved to
     * the beginning of its period. The first period begins with the rate.
     *
     * @param periodNanos more than 0
     */
    public static Arrivals bursts(int producer, int producers, int records, long periodNanos) {
        if (periodNanos <= 0) {
            throw new IllegalArgumentException("periodNanos must be more than 0, got " + periodNanos);
        }
        return inRequests(new Even(producer, producers, records, periodNanos), records);
    }

    /**
     * A Poisson process: times between requests are independent and exponentially distributed. The producers are
     * independent, too, so that all together are one Poisson process of the whole rate.
     *
     * @param random returns this producer's own random numbers for a segment of the load. If all segments drew from one
     *     sequence, the measurement would depend on how many messages the warm-up had.
     */
    public static Arrivals poisson(int producers, int records, IntFunction<SplittableRandom> random) {
        return inRequests(new Poisson((double) producers * records, random), records);
    }

    private static Arrivals inRequests(Arrivals requests, int records) {
        return records == 1 ? requests : new Requests(requests, records);
    }

    /** Moves to the first message of a segment. */
    abstract void begin(Schedule.Segment stretch);

    /** Returns when the current message is due: epoch nanoseconds. */
    abstract long dueNanos();

    /** Moves to the next message. */
    abstract void next();

    /** Returns whether the current message begins a request, so that a segment may end before it. */
    boolean isBetweenRequests() {
        return true;
    }

    /** Returns how long after its end the load still sends messages that were due before the end. */
    long overtimeNanos() {
        return OVERTIME_NANOS;
    }

    /**
     * Returns how many messages, from the current one on, are due before a moment; the expected number if arrivals are
     * random.
     */
    abstract long countUntil(long nanos);

    private static final class Even extends Arrivals {
        private final long first;
        private final long step;
        private final long periodNanos;
        private Schedule.Segment stretch = Schedule.NONE;
        private long index;

        Even(int producer, int producers, int records, long periodNanos) {
            if (producer < 0 || producer >= producers) {
                throw new IllegalArgumentException("producer must be in [0, " + producers + "), got " + producer);
            }
            this.first = (long) producer * records;
            this.step = (long) producers * records;
            this.periodNanos = periodNanos;
        }

        @Override
        void begin(Schedule.Segment begun) {
            stretch = begun;
            index = first;
        }

        @Override
        long dueNanos() {
            long due = stretch.intendedNanos(index);
            return periodNanos == 0 ? due : due - (due - stretch.startNanos) % periodNanos;
        }

        @Override
        void next() {
            index += step;
        }

        @Override
        long overtimeNanos() {
            return periodNanos == 0 ? OVERTIME_NANOS : BURST_OVERTIME_NANOS;
        }

        @Override
        long countUntil(long nanos) {
            long until = nanos;
            if (periodNanos != 0) {
                // A burst is due before that moment, or not, as a whole.
                long periods = -Math.floorDiv(stretch.startNanos - nanos, periodNanos);
                until = stretch.startNanos + periods * periodNanos;
            }
            return stretch.countUntil(until, index, step);
        }
    }

    private static final class Poisson extends Arrivals {
        private final double meanGap;
        private final IntFunction<SplittableRandom> randomOfSegment;
        private SplittableRandom random;
        private Schedule.Segment stretch = Schedule.NONE;
        /**
         * The position of this message in the load, in messages, unrounded: a Poisson process with a changing rate is a
         * process of rate 1 over the number of messages that are due. After 36 hours, the resolution is still 0.02 ns.
         */
        private double messages;

        Poisson(double meanGap, IntFunction<SplittableRandom> randomOfSegment) {
            this.meanGap = meanGap;
            this.randomOfSegment = randomOfSegment;
            this.random = randomOfSegment.apply(stretch.number);
        }

        @Override
        void begin(Schedule.Segment begun) {
            stretch = begun;
            random = randomOfSegment.apply(begun.number);
            messages = gap();
        }

        @Override
        long dueNanos() {
            return stretch.dueNanos(messages);
        }

        @Override
        void next() {
            messages += gap();
        }

        @Override
        long countUntil(long nanos) {
            double left = stretch.messagesWithin((double) (nanos - stretch.startNanos)) - messages;
            return left <= 0 ? 0 : 1 + Math.round(left / meanGap);
        }

        /** Draws a gap by inversion; 1 - u is never 0, so no gap is infinite. */
        private double gap() {
            return -Math.log(1 - random.nextDouble()) * meanGap;
        }
    }

    /** Repeats the due time of each request once for each of its messages. */
    private static final class Requests extends Arrivals {
        private final Arrivals requests;
        private final int records;
        private int record;

        Requests(Arrivals requests, int records) {
            this.requests = requests;
            this.records = records;
        }

        @Override
        void begin(Schedule.Segment stretch) {
            requests.begin(stretch);
            record = 0;
        }

        @Override
        long dueNanos() {
            return requests.dueNanos();
        }

        @Override
        void next() {
            record++;
            if (record == records) {
                record = 0;
                requests.next();
            }
        }

        @Override
        boolean isBetweenRequests() {
            return record == 0;
        }

        @Override
        long overtimeNanos() {
            return requests.overtimeNanos();
        }

        @Override
        long countUntil(long nanos) {
            return Math.max(0, requests.countUntil(nanos) * records - record);
        }
    }
}
