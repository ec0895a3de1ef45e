package dev.weir.pacing;

import java.util.SplittableRandom;

/**
 * How one producer's messages are spread over a stretch of the load, whose rate may change: stands at one of them and moves
 * to the next. The due times come from the stretch's start each time or, where each depends on the one before, from a sum
 * that is rounded only when it is read. One thread.
 */
public abstract class Arrivals {
    /**
     * How long after the end messages are still sent that were due before it. Without it the last ones would be dropped
     * for being microseconds late; without a limit an overloaded system would keep the load running for minutes.
     */
    private static final long OVERTIME_NANOS = 1_000_000_000;

    /**
     * The same of bursts: all of one is due at its begin, and how long it takes is what they are there to show. With
     * Kafka's delivery timeout of 2 min it is still within the time for which a run waits for its end.
     */
    private static final long BURST_OVERTIME_NANOS = 10_000_000_000L;

    private Arrivals() {}

    /**
     * Evenly spaced: producer {@code p} of {@code n} sends the messages {@code p, p + n, p + 2n, ...} of the schedule, so
     * that together they are exactly uniform.
     *
     * @param producer its number in [0, producers)
     * @param producers of the whole load, on all workers
     */
    public static Arrivals uniform(int producer, int producers) {
        return uniform(producer, producers, 1);
    }

    /**
     * The same of requests: the schedule's messages are taken so many at a time, and those of a request are all due when
     * its first one is. Requests are in turn of the producers.
     *
     * @param records messages of a request
     */
    public static Arrivals uniform(int producer, int producers, int records) {
        return inRequests(new Even(producer, producers, records, 0), records);
    }

    /**
     * All messages of each period are due at its begin: the uniform load, each message moved forward to the begin of its
     * period. The first period begins with the rate.
     *
     * @param periodNanos more than 0
     */
    public static Arrivals bursts(int producer, int producers, long periodNanos) {
        return bursts(producer, producers, 1, periodNanos);
    }

    /** The same of requests. */
    public static Arrivals bursts(int producer, int producers, int records, long periodNanos) {
        if (periodNanos <= 0) {
            throw new IllegalArgumentException("periodNanos must be more than 0, got " + periodNanos);
        }
        return inRequests(new Even(producer, producers, records, periodNanos), records);
    }

    /**
     * A Poisson process: times between messages are exponentially distributed and independent, and so are producers, so
     * that together they are one Poisson process of the whole rate.
     *
     * @param random this producer's own
     */
    public static Arrivals poisson(int producers, SplittableRandom random) {
        return poisson(producers, 1, random);
    }

    /** The same of requests. */
    public static Arrivals poisson(int producers, int records, SplittableRandom random) {
        return inRequests(new Poisson((double) producers * records, random), records);
    }

    private static Arrivals inRequests(Arrivals requests, int records) {
        return records == 1 ? requests : new Requests(requests, records);
    }

    /** Stands at the first message of a stretch. */
    abstract void begin(Schedule.Segment stretch);

    /** When the message at which it stands is due: epoch nanoseconds. */
    abstract long dueNanos();

    /** Moves to the next message. */
    abstract void next();

    /** Whether it stands between two requests, where a stretch may end. */
    boolean isBetweenRequests() {
        return true;
    }

    /** How long after the load's end what was due before it is still sent. */
    long overtimeNanos() {
        return OVERTIME_NANOS;
    }

    /** How many messages, from the one at which it stands, are due before a moment; where they are random, as many as expected. */
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
        private final SplittableRandom random;
        private Schedule.Segment stretch = Schedule.NONE;
        /**
         * How far the load is by this message, unrounded: a Poisson process whose rate changes is one of rate 1 in the
         * messages that are due by then. 36 hours leave a resolution of 0.02 ns.
         */
        private double messages;

        Poisson(double meanGap, SplittableRandom random) {
            this.meanGap = meanGap;
            this.random = random;
        }

        @Override
        void begin(Schedule.Segment begun) {
            stretch = begun;
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

        /** By inversion; 1 - u is never 0, so no gap is infinite. */
        private double gap() {
            return -Math.log(1 - random.nextDouble()) * meanGap;
        }
    }

    /** Stands at each request as often as it has messages. */
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
