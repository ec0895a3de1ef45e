package dev.weir.pacing;

import java.util.Arrays;

/**
 * A rate that changes with time: straight between its points, as at the first one before it, as at the last one after it.
 * Two points at the same time are a step. Immutable; any thread.
 *
 * <p>Between two points the rate is {@code r(t) = r0 + a t}, so that {@code n(t) = r0 t + a t^2 / 2} messages are due by
 * {@code t}, and the n-th is due at {@code t = 2 n / (r0 + sqrt(r0^2 + 2 a n))}: that form of the root holds for {@code a = 0}
 * too, and subtracts nothing from nearly the same if {@code a} is positive; a piece whose rate falls is looked at from its
 * end. What is due before a piece is summed up once, not message by message: the error stays below a ten-thousandth of the
 * distance to the next message with a million of them per second for 36 hours.
 */
public final class RateCurve {
    private final double[] atNanos;
    /** The rate at the beginning of each piece. */
    private final double[] perNano;
    /** Growth of the rate per nanosecond; 0 for the last piece, which has no end. */
    private final double[] growth;
    /** Messages that are due before each piece. */
    private final double[] messagesBefore;

    /**
     * @param atNanos when, from the curve's time zero on; at least one, none before zero, none before the one before it
     * @param messagesPerSecond of all producers together, in [0, 1e9], as many
     */
    public RateCurve(long[] atNanos, double[] messagesPerSecond) {
        int points = atNanos.length;
        if (points == 0 || points != messagesPerSecond.length) {
            throw new IllegalArgumentException(
                    "a curve must have points, got " + points + " times and " + messagesPerSecond.length + " rates");
        }
        for (int i = 0; i < points; i++) {
            if (!(messagesPerSecond[i] >= 0 && messagesPerSecond[i] <= 1e9)) {
                throw new IllegalArgumentException(
                        "messagesPerSecond must be in [0, 1e9], got " + messagesPerSecond[i]);
            }
            if (atNanos[i] < (i == 0 ? 0 : atNanos[i - 1])) {
                throw new IllegalArgumentException("times must not decrease, got " + Arrays.toString(atNanos));
            }
        }
        // One piece before the first point, one from each point on.
        this.atNanos = new double[points + 1];
        this.perNano = new double[points + 1];
        this.growth = new double[points + 1];
        this.messagesBefore = new double[points + 1];
        perNano[0] = messagesPerSecond[0] / 1e9;
        for (int i = 0; i < points; i++) {
            double length = atNanos[i] - this.atNanos[i];
            messagesBefore[i + 1] = messagesBefore[i] + messages(i, length);
            this.atNanos[i + 1] = atNanos[i];
            perNano[i + 1] = messagesPerSecond[i] / 1e9;
            double next = i + 1 < points ? atNanos[i + 1] - atNanos[i] : 0;
            growth[i + 1] = next == 0 ? 0 : (messagesPerSecond[i + 1] - messagesPerSecond[i]) / 1e9 / next;
        }
    }

    /** Returns how long after time zero this number of messages is due; infinite if it never is. */
    double elapsedNanos(double messages) {
        int piece = last(messagesBefore, messages);
        double rest = messages - messagesBefore[piece];
        if (rest <= 0) {
            // The last piece may be one of no messages.
            return perNano[piece] == 0 && growth[piece] == 0 ? Double.POSITIVE_INFINITY : atNanos[piece];
        }
        if (growth[piece] < 0) {
            double left = messagesBefore[piece + 1] - messages;
            return atNanos[piece + 1] - nanosFor(left, perNano[piece + 1], -growth[piece]);
        }
        return atNanos[piece] + nanosFor(rest, perNano[piece], growth[piece]);
    }

    /** Returns how long this number of messages takes, more than 0, from a rate that grows or stays. */
    private static double nanosFor(double messages, double perNano, double growth) {
        return 2 * messages / (perNano + Math.sqrt(perNano * perNano + 2 * growth * messages));
    }

    /** Returns how many messages are due within this time after time zero. */
    double messagesWithin(double elapsedNanos) {
        int piece = last(atNanos, Math.max(0, elapsedNanos));
        return messagesBefore[piece] + messages(piece, Math.max(0, elapsedNanos) - atNanos[piece]);
    }

    private double messages(int piece, double nanos) {
        return nanos * (perNano[piece] + growth[piece] * nanos / 2);
    }

    /**
     * The last piece that begins at this value or below. If several pieces begin there, because they have no length or
     * no messages, the last of them.
     */
    private static int last(double[] begins, double value) {
        int piece = begins.length - 1;
        while (piece > 0 && begins[piece] > value) {
            piece--;
        }
        return piece;
    }
}
