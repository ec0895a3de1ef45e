package dev.weir.pacing;

/**
 * Waits, for one producer, until its next message in the {@link Schedule} is due. If the message is late, it does not
 * wait. Late messages follow each other without a pause and keep their intended times, so that each message that a
 * stall delayed shows the stall. If the workload asks for it, late messages are left out and counted instead. In a
 * segment without a rate, a message is due whenever the producer is ready. Used by one thread.
 */
public final class Pacer {
    /** Limit of a load that sends all messages, however late they are. */
    public static final long NEVER_SKIP = Long.MAX_VALUE;

    /** Messages that were due at times which differ by less than this share of their lateness are reported together. */
    private static final int LATENESS_RESOLUTION = 1024;

    /** Is called for messages that were due and are not sent. On the pacer's thread. */
    public interface LeftOut {
        /** Ignores them. */
        LeftOut IGNORED = new LeftOut() {
            @Override
            public long boundaryNanos() {
                return Long.MIN_VALUE;
            }

            @Override
            public void leftOut(long messages, long lastIntendedNanos, long nowNanos) {}
        };

        /**
         * The moment that separates reports: messages due before it and messages due from it on are reported in
         * different calls.
         *
         * @return that moment, epoch nanoseconds
         */
        long boundaryNanos();

        /**
         * Reports messages that are left out: a late message, if the workload leaves these out, or all messages that
         * were still unsent when the overtime was over.
         *
         * @param messages how many
         * @param lastIntendedNanos none of them was due later; most were due at most 0.1 % of their lateness earlier
         * @param nowNanos when they were given up
         */
        void leftOut(long messages, long lastIntendedNanos, long nowNanos);
    }

    private final Arrivals arrivals;
    private final SendTimer timer;
    private final long skipLateNanos;
    private final long overtimeNanos;
    private final LeftOut leftOut;
    private Schedule.Segment segment;
    private long intendedNanos = Long.MIN_VALUE;
    private long nowNanos;
    private long skipped;
    private long unsent;

    /**
     * Begins at the first message of one producer.
     *
     * @param skipLateNanos messages that are later than that are left out; {@link #NEVER_SKIP}: none
     * @param leftOut receives these, and those that are not sent before the overtime is over
     */
    public Pacer(Schedule schedule, Arrivals arrivals, SendTimer timer, long skipLateNanos, LeftOut leftOut) {
        this.arrivals = arrivals;
        this.timer = timer;
        this.skipLateNanos = skipLateNanos;
        this.overtimeNanos = arrivals.overtimeNanos();
        this.leftOut = leftOut;
        this.segment = schedule.first();
        arrivals.begin(segment);
    }

    /**
     * Returns when the next message is due.
     *
     * @param now a reading of the clock that the caller has just made: none is made when the message is due by then, unless
     *     others are left out before it
     * @return false if none will be: the schedule has ended, or the thread was interrupted
     */
    public boolean awaitNext(long now) {
        while (!segment.isEnd()) {
            long intended = segment.hasRate() ? arrivals.dueNanos() : Math.max(now, segment.startNanos);
            Schedule.Segment next = segment.next;
            if (next != null && intended >= next.startNanos && isLeft(next)) {
                enter(next);
            } else if (now < intended) {
                now = timer.once(intended, now);
                if (Thread.currentThread().isInterrupted()) {
                    return false;
                }
            } else if (now - intended > overtimeNanos && isOvertimeOver(now)) {
                leaveOutRemaining(now);
                return false;
            } else {
                arrivals.next();
                if (now - intended > skipLateNanos) {
                    skipped += intended >= leftOut.boundaryNanos() ? 1 : 0;
                    leftOut.leftOut(1, intended, now);
                    // Leaving out many takes time, which is neither the work of the next send nor part of its latency.
                    now = timer.now();
                } else {
                    intendedNanos = intended;
                    nowNanos = now;
                    return true;
                }
            }
        }
        return false;
    }

    /** Requests continue across segments: only the end of the load cuts a request off. */
    private boolean isLeft(Schedule.Segment next) {
        return next.isEnd() || arrivals.isBetweenRequests();
    }

    /** Messages of the new segment that were sent before the segment was planned are not due again. */
    private void enter(Schedule.Segment next) {
        segment = next;
        arrivals.begin(next);
        while (next.hasRate() && !next.isEnd() && nextIsCovered(next)) {
            arrivals.next();
        }
    }

    private boolean nextIsCovered(Schedule.Segment next) {
        return intendedNanos >= next.startNanos && arrivals.dueNanos() <= intendedNanos;
    }

    /** Searches all later segments for the end, because a late producer may be behind by a whole segment. */
    private boolean isOvertimeOver(long now) {
        Schedule.Segment last = segment;
        for (Schedule.Segment next = last.next; next != null; next = next.next) {
            last = next;
        }
        return last.isEnd() && now - last.startNanos > overtimeNanos;
    }

    private void leaveOutRemaining(long now) {
        Schedule.Segment current = segment;
        for (Schedule.Segment next = current.next; next != null; next = next.next) {
            unsent += current.hasRate() ? leaveOut(next.startNanos, now) : 0;
            arrivals.begin(next);
            current = next;
        }
    }

    /** Steps through time and not through the messages: there can be billions. */
    private long leaveOut(long endNanos, long now) {
        long leftSoFar = 0;
        long from = arrivals.dueNanos();
        while (from < endNanos) {
            long until = Math.min(endNanos, from + Math.max(1, (now - from) / LATENESS_RESOLUTION));
            long boundary = leftOut.boundaryNanos();
            until = from < boundary && boundary < until ? boundary : until;
            long due = arrivals.countUntil(until);
            if (due > leftSoFar) {
                leftOut.leftOut(due - leftSoFar, until - 1, now);
            }
            leftSoFar = due;
            from = until;
        }
        return leftSoFar;
    }

    /**
     * Returns whether nothing more is due by this time. A sender that waits for something else asks this, so that it does
     * not wait for ever.
     */
    public boolean hasEnded(long now) {
        Schedule.Segment current = segment;
        while (current.next != null && now >= current.next.startNanos) {
            current = current.next;
        }
        return current.isEnd();
    }

    /** Returns the number of messages that were due before the end, but not sent when the overtime was over. */
    public long unsent() {
        return unsent;
    }

    /** Returns how many messages, due from {@link LeftOut#boundaryNanos} on, were left out because they were late. */
    public long skipped() {
        return skipped;
    }

    /**
     * Returns the intended send time of the current message: epoch nanoseconds. Without a rate, the time at which
     * {@link #awaitNext} returned.
     */
    public long intendedNanos() {
        return intendedNanos;
    }

    /**
     * Returns the number of the segment in which the current message is due. It is the same in each run that plans the same
     * rates, however long its phases last.
     */
    public int segment() {
        return segment.number;
    }

    /** Returns when {@link #awaitNext} found it due: epoch nanoseconds, the clock's last reading. */
    public long nowNanos() {
        return nowNanos;
    }
}
