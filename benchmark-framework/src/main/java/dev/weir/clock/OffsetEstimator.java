package dev.weir.clock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;

/**
 * Follows how far another process's clock is ahead of ours, and how fast that changes, by exchanges of four time stamps.
 *
 * <p>Each exchange says for certain that the offset lay between two values, half its round trip to either side of the
 * middle, however unequal its ways were ({@link ClockOffset#ofExchange}). Of each second the quickest is kept, for a
 * minute. The estimate is the middle of all straight lines that pass between the two values of each kept exchange; the
 * bounds are the outermost of these lines. So a queue that delays one way for a while, which would draw a least-squares
 * line along, narrows nothing and shifts nothing: its exchanges are slow, and leave room.
 *
 * <p>What is taken for granted: in the kept minute the drift changes by less than half a part per million, which crystals
 * keep at a steady temperature; so older exchanges leave more room. Where no line passes, as when a time service has
 * begun to slew the other clock, the oldest exchanges are dropped until one does. A drift of more than 500 parts per
 * million, beyond crystals (100) and what the kernel slews by (500), is believed only when exchanges leave no other way.
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

    /** The newest first. */
    private final Deque<Exchange> best = new ArrayDeque<>();

    private Optional<Lines> fit = Optional.empty();

    private record Exchange(long atNanos, ClockOffset offset, long roundTripNanos) {
        long second() {
            return Math.floorDiv(atNanos, SECOND);
        }
    }

    /** Takes in an exchange, given by its four time stamps as in {@link ClockOffset#ofExchange}. */
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

    /** The estimate as it stands; {@link ClockEstimate#UNKNOWN} without an exchange. */
    public synchronized ClockEstimate estimate() {
        return fit().map(Lines::estimate).orElse(ClockEstimate.UNKNOWN);
    }

    /**
     * The offset at a moment of the last minute, by what is known now: with exchanges before and after it, better than it
     * could be known then. Of later moments, what {@link #estimate} expects.
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

    /** All straight lines between the values of the newest exchanges: times and values are relative to the very newest. */
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

        /** Whether a line is left that passes this exchange too; if not, nothing has changed. */
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
         * No line is higher at a moment than a steepest one that hangs from an exchange before it, nor than a flattest one
         * that leads to an exchange after it.
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
            // What wanders meanwhile, and a nanosecond for having rounded.
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
