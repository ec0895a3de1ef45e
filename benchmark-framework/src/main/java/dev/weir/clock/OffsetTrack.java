package dev.weir.clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * How far another clock is taken to be ahead of ours throughout a run: a chain of {@link OffsetRamp}s, which begins at an
 * estimate and is laid ahead of the time, each ramp leading to where the newest estimate expects the offset to be. No step
 * is ever in it; what a newer estimate corrects is slewed.
 *
 * <p>Its error is what later estimates, made when a stretch of it was past, leave: its distance from them and their
 * bounds. The bound is the largest there was while something was measured; between two looks the clocks are taken to run
 * evenly.
 *
 * <p>Not thread-safe.
 */
public final class OffsetTrack {
    /** Enough for what arrives late: ramps are half a second long at least. */
    private static final int KEPT = 16;

    private final Deque<OffsetRamp> ramps = new ArrayDeque<>();
    private final boolean follows;
    private final long beganNanos;
    private final ClockOffset first;
    private ClockEstimate latest;
    private long latestNanos;
    private long countsFromNanos = Long.MIN_VALUE;
    private long boundNanos;

    private OffsetTrack(boolean follows, ClockEstimate estimate, long nowNanos, OffsetRamp ramp) {
        this.follows = follows;
        this.beganNanos = nowNanos;
        this.first = estimate.at(nowNanos);
        this.latest = estimate;
        this.latestNanos = nowNanos;
        ramps.add(ramp);
        look(estimate, nowNanos);
    }

    /** The clocks are taken to be the same: what the estimates say goes into the bound only. */
    public static OffsetTrack ofNone(ClockEstimate estimate, long nowNanos) {
        return new OffsetTrack(false, estimate, nowNanos, new OffsetRamp(nowNanos, nowNanos + 1, 0, 0));
    }

    /** It begins where the estimate says, and has to be led on from {@code toNanos} before that comes. */
    public static OffsetTrack following(ClockEstimate estimate, long nowNanos, long toNanos) {
        return new OffsetTrack(
                true,
                estimate,
                nowNanos,
                new OffsetRamp(
                        nowNanos,
                        toNanos,
                        estimate.at(nowNanos).offsetNanos(),
                        estimate.at(toNanos).offsetNanos()));
    }

    /** Of the looks until then, only the last goes into the bound: nothing is measured before. */
    public void countFrom(long nanos) {
        countsFromNanos = nanos;
    }

    /** Compares it, as it is now, with an estimate that is newer than it. */
    public void look(ClockEstimate estimate, long nowNanos) {
        ClockOffset now = estimate.at(nowNanos);
        long error =
                estimate.isKnown() ? Math.abs(now.offsetNanos() - at(nowNanos)) + now.boundNanos() : Long.MAX_VALUE;
        boundNanos = nowNanos <= countsFromNanos ? error : Math.max(boundNanos, error);
        latest = estimate;
        latestNanos = nowNanos;
    }

    /** Leads it on to a moment, from where it ends. Nothing happens where the clocks are taken to be the same. */
    public void leadTo(long toNanos, ClockEstimate estimate) {
        OffsetRamp last = ramps.getLast();
        if (!follows) {
            return;
        }
        ramps.add(new OffsetRamp(
                last.toNanos(),
                toNanos,
                last.offsetToNanos(),
                estimate.at(toNanos).offsetNanos()));
        if (ramps.size() > KEPT) {
            ramps.removeFirst();
        }
    }

    /** The ramp that ends last. */
    public OffsetRamp newest() {
        return ramps.getLast();
    }

    /** The offset at a moment of ours; before and after the ramps that are kept, the outermost go on. */
    public long at(long nanos) {
        Iterator<OffsetRamp> newestFirst = ramps.descendingIterator();
        OffsetRamp ramp = newestFirst.next();
        while (ramp.fromNanos() > nanos && newestFirst.hasNext()) {
            ramp = newestFirst.next();
        }
        return ramp.at(nanos);
    }

    /** Our time, on the other clock. */
    public long toOther(long ourNanos) {
        return ourNanos + at(ourNanos);
    }

    /** The other clock's time, on ours. Exact to the nanosecond: offsets change by a millionth, of which a millionth is none. */
    public long toOurs(long otherNanos) {
        long close = otherNanos - at(otherNanos - first.offsetNanos());
        close = otherNanos - at(close);
        return otherNanos - at(close);
    }

    /** What the estimates leave as error of it, at most; {@link Long#MAX_VALUE} if there was a look without one. */
    public long boundNanos() {
        return boundNanos;
    }

    /** The offset as it was estimated when the track began. */
    public ClockOffset first() {
        return first;
    }

    /** By how much the offset grew in a nanosecond: from first to last, or in the last minute where that is more certain. */
    public double drift() {
        return isLong() ? (double) (last().offsetNanos() - first.offsetNanos()) / lengthNanos() : latest.drift();
    }

    /** The drift's error is at most this. */
    public double driftBound() {
        return isLong() ? wholeBound() : latest.driftBound();
    }

    private boolean isLong() {
        return latest.isKnown() && wholeBound() < latest.driftBound();
    }

    private double wholeBound() {
        return ((double) first.boundNanos() + last().boundNanos()) / Math.max(1, lengthNanos());
    }

    private ClockOffset last() {
        return latest.at(latestNanos);
    }

    private long lengthNanos() {
        return latestNanos - beganNanos;
    }
}
