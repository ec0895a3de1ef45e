package dev.weir.clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * How far another clock is taken to be ahead of ours throughout a run: a chain of {@link OffsetRamp}s, which begins at an
 * estimate and is laid ahead of the time, each ramp leading to where the newest estimate expects the offset to be. No step
 * is ever in it; what a newer estimate corrects is slewed.
 *
 * <p>Its error is what later estimates of it leave, which know what came after: its distance from them and their bounds.
 * The bound is the largest there was while something was measured; between two looks the clocks are taken to run evenly.
 *
 * <p>Not thread-safe.
 */
public final class OffsetTrack {
    /** Enough for what arrives late: ramps are half a second long at least. */
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
        look(nowNanos, first);
    }

    /**
     * The clocks are taken to be the same: until {@link #follow}, what the estimates say goes into the bound only. It has to
     * be led on like any other.
     */
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

    /**
     * Compares it with an estimate.
     *
     * @param nanos a moment of ours, of the last two minutes; not before the last one
     * @param then the offset at that moment
     */
    public void look(long nanos, ClockOffset then) {
        long error = then.equals(ClockOffset.UNKNOWN)
                ? Long.MAX_VALUE
                : Math.abs(then.offsetNanos() - at(nanos)) + then.boundNanos();
        boundNanos = nanos <= countsFromNanos ? error : Math.max(boundNanos, error);
    }

    /** From where it ends, it leads to what the estimates say: for clocks that were the same and no longer are. */
    public void follow() {
        follows = true;
    }

    /** Leads it on to a moment, from where it ends. */
    public void leadTo(long toNanos, ClockEstimate estimate) {
        OffsetRamp last = ramps.getLast();
        long offset = follows ? estimate.at(toNanos).offsetNanos() : last.offsetToNanos();
        ramps.add(new OffsetRamp(last.toNanos(), toNanos, last.offsetToNanos(), offset));
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

    /**
     * By how much the offset grew in a nanosecond: since the track began, or in the last minute where that is more certain.
     *
     * @param latest the estimate now
     */
    public double drift(ClockEstimate latest) {
        return isLong(latest)
                ? (double) (latest.offset().offsetNanos() - first.offsetNanos()) / lengthNanos(latest)
                : latest.drift();
    }

    /** The drift's error is at most this. */
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
}
