package dev.weir.clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Assumed offset of another clock throughout a run: a chain of {@link OffsetRamp}s that begins at an estimate and is
 * extended ahead of time. Each ramp leads to the offset that the newest estimate predicts. The track has no step;
 * corrections by newer estimates are slewed.
 *
 * <p>Its error is its distance from later estimates of the same time, plus their bounds. The track's bound is the
 * largest error during the measurement; between two checks, the clocks are assumed to run evenly.
 *
 * <p>Not thread-safe.
 */
public final class OffsetTrack {
    /** Enough for late times: ramps are at least half a second long. */
    private static final int KEPT = 16;

    private final Deque<OffsetRamp> ramps = new ArrayDeque<>();
    private boolean follows;
    private final long beganNanos;
    private final ClockOffset first;
    private long countsFromNanos = Long.MIN_VALUE;
    private long boundNanos;

    private OffsetTrack(boolean follows, ClockEstimate estimate, long nowNanos, OffsetRamp ramp) {
        this.follows = follows;
        this.beganNanos = nowNanos;
        this.first = estimate.at(nowNanos);
        ramps.add(ramp);
        check(nowNanos, first);
    }

    /**
     * Creates a track that assumes equal clocks until {@link #follow}; estimates only affect its bound. It has to be
     * extended like any other.
     */
    public static OffsetTrack ofNone(ClockEstimate estimate, long nowNanos) {
        return new OffsetTrack(false, estimate, nowNanos, new OffsetRamp(nowNanos, nowNanos + 1, 0, 0));
    }

    /** Creates a track that begins at the estimate, and has to be extended before {@code toNanos}. */
    public static OffsetTrack following(ClockEstimate estimate, long nowNanos, long toNanos) {
        long from = estimate.at(nowNanos).offsetNanos();
        var ramp = new OffsetRamp(nowNanos, toNanos, from, estimate.at(toNanos).offsetNanos());
        return new OffsetTrack(true, estimate, nowNanos, ramp);
    }

    /** Drops all earlier checks but the last from the bound, because nothing was measured before. */
    public void countFrom(long nanos) {
        countsFromNanos = nanos;
    }

    /**
     * Compares the track with an estimate.
     *
     * @param nanos a time of our clock in the last two minutes; not before the previous one
     * @param then offset at that time
     */
    public void check(long nanos, ClockOffset then) {
        long error = then.equals(ClockOffset.UNKNOWN)
                ? Long.MAX_VALUE
                : Math.abs(then.offsetNanos() - at(nanos)) + then.boundNanos();
        boundNanos = nanos <= countsFromNanos ? error : Math.max(boundNanos, error);
    }

    /** Lets a track that assumed equal clocks follow the estimates from its end on. */
    public void follow() {
        follows = true;
    }

    /**
     * Extends the track from its end to a time. If the track has ended before now, its last ramp is first continued until
     * now: processes that know no later ramp have done the same.
     */
    public void leadTo(long nowNanos, long toNanos, ClockEstimate estimate) {
        OffsetRamp last = ramps.getLast();
        if (last.toNanos() < nowNanos) {
            last = new OffsetRamp(last.fromNanos(), nowNanos, last.offsetFromNanos(), last.at(nowNanos));
            ramps.removeLast();
            ramps.add(last);
        }
        long offset = follows ? estimate.at(toNanos).offsetNanos() : last.offsetToNanos();
        ramps.add(new OffsetRamp(last.toNanos(), toNanos, last.offsetToNanos(), offset));
        if (ramps.size() > KEPT) {
            ramps.removeFirst();
        }
    }

    public OffsetRamp newest() {
        return ramps.getLast();
    }

    /** Returns the offset at a time of our clock; outside of the kept ramps, the outermost are extended. */
    public long at(long nanos) {
        Iterator<OffsetRamp> newestFirst = ramps.descendingIterator();
        OffsetRamp ramp = newestFirst.next();
        while (ramp.fromNanos() > nanos && newestFirst.hasNext()) {
            ramp = newestFirst.next();
        }
        return ramp.at(nanos);
    }

    /** Converts a time of our clock to the other clock. */
    public long toOther(long ourNanos) {
        return ourNanos + at(ourNanos);
    }

    /**
     * Converts a time of the other clock to ours. Exact to the nanosecond, because offsets change by less than a
     * millionth.
     */
    public long toOurs(long otherNanos) {
        long close = otherNanos - at(otherNanos - first.offsetNanos());
        close = otherNanos - at(close);
        return otherNanos - at(close);
    }

    /** Returns the largest error by the estimates; {@link Long#MAX_VALUE} if there was a check without one. */
    public long boundNanos() {
        return boundNanos;
    }

    /** Returns the estimated offset at the begin of the track. */
    public ClockOffset first() {
        return first;
    }

    /** Returns the drift since the track began, or in the last minute if that is more precise. */
    public double drift(ClockEstimate latest) {
        return isLong(latest)
                ? (double) (latest.offset().offsetNanos() - first.offsetNanos()) / lengthNanos(latest)
                : latest.drift();
    }

    /** Returns the largest error of the drift. */
    public double driftBound(ClockEstimate latest) {
        return isLong(latest) ? wholeBound(latest) : latest.driftBound();
    }

    private boolean isLong(ClockEstimate latest) {
        return latest.isKnown() && wholeBound(latest) < latest.driftBound();
    }

    private double wholeBound(ClockEstimate latest) {
        return ((double) first.boundNanos() + latest.offset().boundNanos()) / lengthNanos(latest);
    }

    private long lengthNanos(ClockEstimate latest) {
        return Math.max(1, latest.atNanos() - beganNanos);
    }

    /**
     * An offset between two clocks that changes linearly from one value to another, and beyond both ends.
     *
     * @param fromNanos begin
     * @param toNanos end, later on the same clock
     */
    public record OffsetRamp(long fromNanos, long toNanos, long offsetFromNanos, long offsetToNanos) {
        public OffsetRamp {
            if (toNanos <= fromNanos) {
                throw new IllegalArgumentException(
                        "a ramp must end after it begins, got " + fromNanos + " to " + toNanos);
            }
        }

        /** Returns the offset at a time. Allocates nothing. */
        public long at(long nanos) {
            double share = (double) (nanos - fromNanos) / (toNanos - fromNanos);
            return offsetFromNanos + Math.round((offsetToNanos - offsetFromNanos) * share);
        }
    }
}
