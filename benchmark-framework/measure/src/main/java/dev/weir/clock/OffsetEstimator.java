package dev.weir.clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * Estimates the offset of another process's clock, and its drift, from exchanges of four time stamps.
 *
 * <p>Each exchange proves that the offset lay between two values, half its round trip to either side of the middle,
 * however different its two ways were ({@link ClockOffset#ofExchange}). The quickest exchange of each second is kept
 * for a minute. The estimate is the middle of all straight lines that pass between the two values of each kept
 * exchange; the bounds are the outermost of these lines. So a queue that delays one way for a while does not shift the
 * estimate, as it would shift a least-squares line: its exchanges are slow, and their intervals are wide.
 *
 * <p>It assumes that the drift changes by less than half a part per million in the kept minute, which crystals at a
 * steady temperature fulfil; so the intervals of older exchanges are widened. If no line passes, for example because a
 * time service has begun to slew the other clock, the oldest exchanges are dropped until one does. A drift of more than
 * 500 parts per million, beyond crystals (100) and the kernel's slewing (500), is accepted only if the exchanges
 * exclude smaller ones.
 *
 * <p>Any thread.
 */
public final class OffsetEstimator {
    private static final long SECOND = 1_000_000_000;
    private static final int KEPT_SECONDS = 60;

    private static final double WANDER = 0.5e-6;
    private static final double USUAL_DRIFT = 500e-6;

    /** Time services slew by at most 83,333 parts per million (chrony's maxslewrate). */
    private static final double ANY_DRIFT = 0.1;

    /** Kept exchanges, the newest first. */
    private final Deque<Exchange> best = new ArrayDeque<>();

    private Optional<Lines> fit = Optional.empty();

    private record Exchange(long atNanos, ClockOffset offset, long roundTripNanos) {
        long second() {
            return Math.floorDiv(atNanos, SECOND);
        }
    }

    /** Adds an exchange by its four time stamps, as in {@link ClockOffset#ofExchange}. */
    public synchronized void add(long requestSent, long requestReceived, long responseSent, long responseReceived) {
        var offset = ClockOffset.ofExchange(requestSent, requestReceived, responseSent, responseReceived);
        long middle = requestSent + (responseReceived - requestSent) / 2;
        var exchange = new Exchange(middle, offset, 2 * offset.boundNanos());
        Exchange last = best.peekFirst();
        if (last != null && last.second() >= exchange.second()) {
            if (last.offset().boundNanos() <= offset.boundNanos()) {
                return;
            }
            best.removeFirst();
        }
        best.addFirst(exchange);
        fit = Optional.empty();
        while (best.getLast().second() <= exchange.second() - KEPT_SECONDS) {
            best.removeLast();
        }
    }

    /** Returns the current estimate; {@link ClockEstimate#UNKNOWN} without an exchange. */
    public synchronized ClockEstimate estimate() {
        return fit().map(Lines::estimate).orElse(ClockEstimate.UNKNOWN);
    }

    /**
     * Returns the offset at a time of the last minute, by what is known now: exchanges after that time make it more
     * precise. For a later time, returns what {@link #estimate} predicts.
     */
    public synchronized ClockOffset at(long nanos) {
        return fit().map(lines -> lines.at(nanos)).orElse(ClockOffset.UNKNOWN);
    }

    private Optional<Lines> fit() {
        if (fit.isEmpty() && !best.isEmpty()) {
            var usual = new Lines(USUAL_DRIFT);
            fit = Optional.of(usual.count == 1 && best.size() > 1 ? new Lines(ANY_DRIFT) : usual);
        }
        return fit;
    }

    /**
     * All straight lines between the values of the newest exchanges; times and values are relative to the very newest.
     */
    private final class Lines {
        private final Exchange newest = best.getFirst();
        private final double[] times = new double[best.size()];
        private final double[] lows = new double[best.size()];
        private final double[] highs = new double[best.size()];
        private double lowestDrift;
        private double highestDrift;
        private long roundTripNanos = Long.MAX_VALUE;
        private int count;

        Lines(double steepest) {
            lowestDrift = -steepest;
            highestDrift = steepest;
            Iterator<Exchange> older = best.iterator();
            while (older.hasNext() && narrow(older.next())) {
                count++;
            }
        }

        /** Restricts the lines to those that pass this exchange; returns false, without a change, if none is left. */
        private boolean narrow(Exchange exchange) {
            double time = exchange.atNanos() - newest.atNanos();
            double value = exchange.offset().offsetNanos() - newest.offset().offsetNanos();
            double room = exchange.offset().boundNanos() + WANDER * -time;
            double lowest = lowestDrift;
            double highest = highestDrift;
            for (int newer = 0; newer < count; newer++) {
                double between = times[newer] - time;
                lowest = Math.max(lowest, (lows[newer] - (value + room)) / between);
                highest = Math.min(highest, (highs[newer] - (value - room)) / between);
            }
            if (lowest > highest) {
                return false;
            }
            times[count] = time;
            lows[count] = value - room;
            highs[count] = value + room;
            lowestDrift = lowest;
            highestDrift = highest;
            roundTripNanos = Math.min(roundTripNanos, exchange.roundTripNanos());
            return true;
        }

        /**
         * Returns the range of the lines at a time. None is higher than the steepest one from an earlier exchange, or
         * the flattest one to a later exchange.
         */
        ClockOffset at(long nanos) {
            double time = nanos - newest.atNanos();
            double low = Double.NEGATIVE_INFINITY;
            double high = Double.POSITIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                double later = time - times[i];
                low = Math.max(low, lows[i] + (later > 0 ? lowestDrift : highestDrift) * later);
                high = Math.min(high, highs[i] + (later > 0 ? highestDrift : lowestDrift) * later);
            }
            long middle = newest.offset().offsetNanos() + Math.round((low + high) / 2);
            // The drift may change meanwhile, and rounding costs a nanosecond.
            double bound = Math.max(0, high - low) / 2 + WANDER * Math.max(0, time) + 1;
            return new ClockOffset(middle, (long) Math.ceil(bound));
        }

        ClockEstimate estimate() {
            return new ClockEstimate(
                    newest.atNanos(),
                    at(newest.atNanos()),
                    (lowestDrift + highestDrift) / 2,
                    (highestDrift - lowestDrift) / 2 + WANDER,
                    roundTripNanos);
        }
    }
}
