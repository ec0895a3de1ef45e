package dev.weir.pacing;

/**
 * Walks one producer through the {@link Schedule}: waits until its next message is due, or not at all when it is late.
 * Late messages are due one after the other without a pause, each keeping its own intended time, so that a stall shows
 * in every message that it delayed; or they are left out and counted, where that was asked for. In a stretch without a
 * rate a message is due whenever the producer is ready. Used by one thread.
 */
public final class Pacer {
    /** For a load that leaves no message out, however late. */
    public static final long NEVER_SKIP = Long.MAX_VALUE;

    private final Arrivals arrivals;
    private final Waiting waiting;
    private final long skipLateNanos;
    private final long overtimeNanos;
    private Schedule.Segment segment;
    private long intendedNanos = Long.MIN_VALUE;
    private long nowNanos;
    private long skipped;
    private long unsent;

    /**
     * The walk of one producer.
     *
     * @param skipLateNanos messages that are later than that are left out; {@link #NEVER_SKIP}: none
     */
    public Pacer(Schedule schedule, Arrivals arrivals, Waiting waiting, long skipLateNanos) {
        this.arrivals = arrivals;
        this.waiting = waiting;
        this.skipLateNanos = skipLateNanos;
        this.overtimeNanos = arrivals.overtimeNanos();
        this.segment = schedule.first();
        arrivals.begin(segment);
    }

    /**
     * Returns when the next message is due.
     *
     * @param now a reading of the clock that the caller has just made: none is made when the message is due by then
     * @return false if none will be: the schedule has ended, or the thread was interrupted
     */
    public boolean awaitNext(long now) {
        while (!segment.isEnd()) {
            long intended = segment.hasRate() ? arrivals.dueNanos() : Math.max(now, segment.startNanos);
            Schedule.Segment next = segment.next;
            if (next != null && intended >= next.startNanos && isLeft(next)) {
                enter(next);
            } else if (now < intended) {
                now = waiting.once(intended, now);
                if (Thread.currentThread().isInterrupted()) {
                    return false;
                }
            } else if (now - intended > overtimeNanos && isOvertimeOver(now)) {
                unsent = remaining();
                return false;
            } else {
                arrivals.next();
                if (now - intended > skipLateNanos) {
                    skipped++;
                } else {
                    intendedNanos = intended;
                    nowNanos = now;
                    return true;
                }
            }
        }
        return false;
    }

    /** Whoever counts messages as requests counts on: the load's end alone cuts one off. */
    private boolean isLeft(Schedule.Segment next) {
        return next.isEnd() || arrivals.isBetweenRequests();
    }

    /** What has been sent of its time before it was known is not due again. */
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

    /** Looks for the end behind every rate that is still to come: who is late may be a whole rate late. */
    private boolean isOvertimeOver(long now) {
        Schedule.Segment last = segment;
        for (Schedule.Segment next = last.next; next != null; next = next.next) {
            last = next;
        }
        return last.isEnd() && now - last.startNanos > overtimeNanos;
    }

    private long remaining() {
        long count = 0;
        Schedule.Segment current = segment;
        for (Schedule.Segment next = current.next; next != null; next = next.next) {
            count += current.hasRate() ? arrivals.countUntil(next.startNanos) : 0;
            arrivals.begin(next);
            current = next;
        }
        return count;
    }

    /**
     * Whether nothing more is due by then. For who cannot go on until something else happens, and must not wait for that
     * for ever.
     */
    public boolean hasEnded(long now) {
        Schedule.Segment current = segment;
        while (current.next != null && now >= current.next.startNanos) {
            current = current.next;
        }
        return current.isEnd();
    }

    /** Messages that were due before the end, but not sent when the overtime was over. */
    public long unsent() {
        return unsent;
    }

    /** Messages that were left out because they were late. */
    public long skipped() {
        return skipped;
    }

    /** When the message that is due now was due: epoch nanoseconds. Without a rate, when it was found due. */
    public long intendedNanos() {
        return intendedNanos;
    }

    /** When {@link #awaitNext} found it due: epoch nanoseconds, the clock's last reading. */
    public long nowNanos() {
        return nowNanos;
    }
}
