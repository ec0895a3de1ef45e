package dev.weir.pacing;

import org.jspecify.annotations.Nullable;

/**
 * When the messages of a load are due: the one place where intended send times come from.
 *
 * <p>Message {@code index} of all producers together is due at {@code start + index / rate}, computed from the start
 * each time: never from the last send, and never from an interval that was rounded first. Multiplying as doubles and
 * rounding once keeps the error under 1 ns over 36 hours, where an interval rounded to whole nanoseconds would be off
 * by 0.03 % at 300,000 messages per second. {@link Arrivals} assigns the messages to producers, and may distribute them
 * otherwise. Each producer has the same rate on every worker. Where the rate follows a {@link RateCurve}, message
 * {@code index} is due when the integral of the rate reaches {@code index}, which has a closed form too.
 *
 * <p>A rate change or the end are further segments; planning one drops what was planned for later. Changed by one
 * thread; read by the {@link Pacer}s of any threads.
 */
public final class Schedule {
    /** A load without a rate: a message is due whenever its producer is ready. */
    public static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /** Segment before the first one. */
    static final Segment NONE = Segment.of(0, 0);

    private final Segment first;
    private int planned;

    /**
     * A load that runs until it is ended.
     *
     * @param startNanos when the first message is due, epoch nanoseconds
     * @param messagesPerSecond of all producers together, more than 0; {@link #UNLIMITED}: as fast as each can
     */
    public Schedule(long startNanos, double messagesPerSecond) {
        first = Segment.of(startNanos, messagesPerSecond);
    }

    /**
     * Changes the rate from a moment on.
     *
     * @param atNanos messages that are due before it stay due; if it is not in the future, messages that have been sent
     *     since then are not due again
     * @param messagesPerSecond of all producers together, more than 0; {@link #UNLIMITED}: as fast as each can
     */
    public void changeRate(long atNanos, double messagesPerSecond) {
        plan(Segment.of(atNanos, messagesPerSecond));
    }

    /**
     * Follows a curve from a moment on, which is time zero of the curve.
     *
     * @param atNanos in the future; messages that are due before it stay due
     */
    public void follow(long atNanos, RateCurve curve) {
        plan(new Curved(atNanos, curve));
    }

    /**
     * Ends the load at a moment: nothing is due from then on. If the moment is in the past, unsent messages are not due
     * any more.
     */
    public void end(long atNanos) {
        plan(Segment.of(atNanos, 0));
    }

    /** Returns when its first message is due, epoch nanoseconds. */
    public long startNanos() {
        return first.startNanos;
    }

    Segment first() {
        return first;
    }

    private void plan(Segment segment) {
        segment.number = ++planned;
        Segment before = first;
        while (before.next != null && before.next.startNanos < segment.startNanos) {
            before = before.next;
        }
        // A pacer that already waits in a dropped segment has to find the segment that replaces it.
        for (Segment dropped = before.next; dropped != null; ) {
            Segment after = dropped.next;
            dropped.next = segment;
            dropped = after;
        }
        before.next = segment;
    }

    /** A part of the load: at a constant rate, without a rate, along a curve, or the end. */
    abstract static class Segment {
        /**
         * The time after which messages that are never due count as due, in nanoseconds: 126 years. Its sum with a
         * clock's reading does not overflow.
         */
        static final double NEVER_NANOS = 4e18;

        final long startNanos;

        /** How many segments were planned before it, also if they were dropped. Set before the segment is published. */
        int number;

        volatile @Nullable Segment next;

        Segment(long startNanos) {
            this.startNanos = startNanos;
        }

        /** At a constant rate; 0 is the end. */
        static Segment of(long startNanos, double messagesPerSecond) {
            return new Steady(startNanos, messagesPerSecond);
        }

        abstract boolean isEnd();

        abstract boolean hasRate();

        /** Returns how long after its start this number of messages of all producers together is due, unrounded. */
        abstract double elapsedNanos(double messages);

        /** Returns how many messages are due within this time after the start; the inverse of {@link #elapsedNanos}. */
        abstract double messagesWithin(double elapsedNanos);

        /** Returns how many of the messages {@code index, index + step, ...} are due before a moment. */
        long countUntil(long nanos, long index, long step) {
            double end = messagesWithin((double) (nanos - startNanos));
            long count = (long) Math.max(0, Math.ceil((end - index) / step));
            // The quotient of doubles can be one off.
            while (count > 0 && intendedNanos(index + (count - 1) * step) >= nanos) {
                count--;
            }
            while (intendedNanos(index + count * step) < nanos) {
                count++;
            }
            return count;
        }

        /** Returns when a message is due. */
        long intendedNanos(long index) {
            return dueNanos((double) index);
        }

        /**
         * Returns when this number of messages is due, to the nearest nanosecond. If it were rounded down, a product that
         * is too small by a millionth of a nanosecond would be due a whole nanosecond early, and perhaps before the end of
         * a load to which it does not belong.
         */
        long dueNanos(double messages) {
            return startNanos + (long) (elapsedNanos(messages) + 0.5);
        }
    }

    private static final class Steady extends Segment {
        /** Time between messages of all producers together; 0: no rate, infinite: the end. */
        private final double nanosPerMessage;

        Steady(long startNanos, double messagesPerSecond) {
            super(startNanos);
            if (!(messagesPerSecond >= 0 && messagesPerSecond <= 1e9) && messagesPerSecond != UNLIMITED) {
                throw new IllegalArgumentException("messagesPerSecond must be in [0, 1e9], got " + messagesPerSecond);
            }
            this.nanosPerMessage = 1e9 / messagesPerSecond;
        }

        @Override
        boolean isEnd() {
            return nanosPerMessage == Double.POSITIVE_INFINITY;
        }

        @Override
        boolean hasRate() {
            return nanosPerMessage > 0;
        }

        @Override
        double elapsedNanos(double messages) {
            return Math.min(messages * nanosPerMessage, NEVER_NANOS);
        }

        @Override
        double messagesWithin(double elapsedNanos) {
            return elapsedNanos / nanosPerMessage;
        }
    }

    private static final class Curved extends Segment {
        private final RateCurve curve;

        Curved(long startNanos, RateCurve curve) {
            super(startNanos);
            this.curve = curve;
        }

        @Override
        boolean isEnd() {
            return false;
        }

        @Override
        boolean hasRate() {
            return true;
        }

        @Override
        double elapsedNanos(double messages) {
            return Math.min(curve.elapsedNanos(messages), NEVER_NANOS);
        }

        @Override
        double messagesWithin(double elapsedNanos) {
            return curve.messagesWithin(elapsedNanos);
        }
    }
}
