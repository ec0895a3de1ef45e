package dev.weir.pacing;

import dev.weir.clock.Clock;
import java.util.concurrent.locks.LockSupport;

/**
 * Walks one producer through the {@link Schedule}: waits until its next message is due, or not at all when it is late.
 * Late messages are due one after the other without a pause, each keeping its own intended time, so that a stall shows
 * in every message that it delayed. Used by one thread.
 */
public final class Pacer {
    /** How long a wait can miss that the schedule was changed under it. */
    private static final long LONGEST_PARK_NANOS = 100_000_000;

    /**
     * How long after the end messages are still sent that were due before it. Without it the last ones would be dropped
     * for being microseconds late; without a limit an overloaded system would keep the load running for minutes.
     */
    private static final long OVERTIME_NANOS = 1_000_000_000;

    private final Clock clock;
    private final long producers;
    private final long producer;
    private Schedule.Segment segment;
    private long index;
    private long intendedNanos;
    private long nowNanos;
    private long unsent;

    /**
     * The walk of one producer.
     *
     * @param producer its number in [0, producers)
     * @param producers of the whole load, on all workers
     */
    public Pacer(Schedule schedule, Clock clock, int producer, int producers) {
        if (producer < 0 || producer >= producers) {
            throw new IllegalArgumentException("producer must be in [0, " + producers + "), got " + producer);
        }
        this.clock = clock;
        this.producer = producer;
        this.producers = producers;
        this.segment = schedule.first();
        this.index = producer;
    }

    /**
     * Returns when the next message is due.
     *
     * @return false if none will be: the schedule has ended, or the thread was interrupted
     */
    public boolean awaitNext() {
        while (!segment.isEnd()) {
            long intended = segment.intendedNanos(index);
            Schedule.Segment next = segment.next;
            if (next != null && intended >= next.startNanos) {
                segment = next;
                index = producer;
                continue;
            }
            long now = clock.epochNanos();
            if (now < intended) {
                LockSupport.parkNanos(this, Math.min(intended - now, LONGEST_PARK_NANOS));
                if (Thread.currentThread().isInterrupted()) {
                    return false;
                }
            } else if (now - intended > OVERTIME_NANOS && isOvertimeOver(now)) {
                unsent = remaining();
                return false;
            } else {
                index += producers;
                intendedNanos = intended;
                nowNanos = now;
                return true;
            }
        }
        return false;
    }

    /** Looks for the end behind every rate that is still to come: who is late may be a whole rate late. */
    private boolean isOvertimeOver(long now) {
        Schedule.Segment last = segment;
        for (Schedule.Segment next = last.next; next != null; next = next.next) {
            last = next;
        }
        return last.isEnd() && now - last.startNanos > OVERTIME_NANOS;
    }

    private long remaining() {
        long count = 0;
        long from = index;
        Schedule.Segment current = segment;
        for (Schedule.Segment next = current.next; next != null; next = next.next) {
            count += current.countUntil(next.startNanos, from, producers);
            from = producer;
            current = next;
        }
        return count;
    }

    /** Messages that were due before the end, but not sent when the overtime was over. */
    public long unsent() {
        return unsent;
    }

    /** When the message that is due now was due: epoch nanoseconds. */
    public long intendedNanos() {
        return intendedNanos;
    }

    /** When {@link #awaitNext} found it due: epoch nanoseconds, the clock's last reading. */
    public long nowNanos() {
        return nowNanos;
    }
}
