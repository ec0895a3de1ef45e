package dev.weir.pacing;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Keeps a producer that no rate limits from having more messages under way than it takes to keep its client and the system
 * busy. One thread sends; others resolve.
 *
 * <p>Effect: with Kafka's client, whose buffer of 32 MiB holds 300,000 messages of 100 bytes, an unlimited sender fills the
 * buffer and keeps it full. Each message then waits 200 ms in it, its objects survive collections and have left the caches
 * when the acknowledgement comes: measured, 1.3 million messages a second instead of 2.0. Fact relied on: more than what
 * the system resolves within the time that an undisturbed message takes only waits (Little's law), so several times that
 * loses no throughput. What breaks if that fails: the rate is lower than it could be; therefore the window is never made
 * smaller than it was in the best round of late.
 */
public final class FlightWindow {
    /** So many times what an undisturbed pipeline holds: it must not run dry while the sender is parked. */
    private static final int GAIN = 3;

    private static final long FIRST_LIMIT = 1_000;
    private static final long ROUND_NANOS = 100_000_000;

    /** Systems change: what was best or undisturbed that many rounds ago says nothing any more. */
    private static final int ROUNDS = 50;

    private static final long SHORTEST_PARK_NANOS = 50_000;
    private static final long LONGEST_PARK_NANOS = 5_000_000;

    private final Answers answers;
    private final LongConsumer park;
    private final long[] limits = new long[ROUNDS];
    private final double[] resolvedPerNano = new double[ROUNDS];
    private final double[] meanNanos = new double[ROUNDS];
    private int rounds;
    private long limit = FIRST_LIMIT;
    private long mayBeSent = FIRST_LIMIT;
    private long roundBeganNanos;
    private long resolvedBefore;
    private long latencyBefore;

    /** Opens with {@value #FIRST_LIMIT} messages. */
    public FlightWindow(Answers answers, long nowNanos) {
        this(answers, nowNanos, LockSupport::parkNanos);
    }

    FlightWindow(Answers answers, long nowNanos, LongConsumer park) {
        this.answers = answers;
        this.park = park;
        this.roundBeganNanos = nowNanos;
    }

    /** What has become of the messages. Any thread. */
    public interface Answers {
        /** Messages that were acknowledged or given up. */
        long resolved();

        /** From the send call to the acknowledgement, of all acknowledged messages together, nanoseconds. */
        long latencySumNanos();
    }

    /**
     * Whether one more may be sent. Reads nothing that another thread writes.
     *
     * @param sent messages so far
     */
    public boolean isOpen(long sent) {
        return sent < mayBeSent;
    }

    /** Looks what has been resolved, and waits once if that is too little; the caller looks again. */
    public void await(long sent, long nowNanos) {
        long resolved = answers.resolved();
        if (nowNanos - roundBeganNanos >= ROUND_NANOS) {
            endRound(resolved, nowNanos);
        }
        // Opened for a part of it at a time: or a sender that is faster would wake up for each message.
        if (sent - resolved <= limit - limit / 4) {
            mayBeSent = resolved + limit;
        } else {
            park.accept(parkNanos());
        }
    }

    private long parkNanos() {
        double undisturbed = rounds == 0 ? 0 : smallestMeanNanos();
        return Math.max(SHORTEST_PARK_NANOS, Math.min((long) (undisturbed / 4), LONGEST_PARK_NANOS));
    }

    private void endRound(long resolved, long nowNanos) {
        long latency = answers.latencySumNanos();
        long count = resolved - resolvedBefore;
        if (count > 0) {
            int round = rounds++ % ROUNDS;
            limits[round] = limit;
            resolvedPerNano[round] = (double) count / (nowNanos - roundBeganNanos);
            meanNanos[round] = (double) (latency - latencyBefore) / count;
            limit = nextLimit();
        }
        roundBeganNanos = nowNanos;
        resolvedBefore = resolved;
        latencyBefore = latency;
    }

    private long nextLimit() {
        int best = 0;
        for (int round = 1; round < Math.min(rounds, ROUNDS); round++) {
            best = resolvedPerNano[round] > resolvedPerNano[best] ? round : best;
        }
        double pipeline = resolvedPerNano[best] * smallestMeanNanos();
        return Math.max(FIRST_LIMIT, Math.max(limits[best], (long) (GAIN * pipeline)));
    }

    private double smallestMeanNanos() {
        double smallest = Double.MAX_VALUE;
        for (int round = 0; round < Math.min(rounds, ROUNDS); round++) {
            smallest = Math.min(smallest, meanNanos[round]);
        }
        return smallest;
    }

    /** How many messages may be under way now. */
    long limit() {
        return limit;
    }
}
