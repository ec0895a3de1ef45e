package dev.weir.feature.requests;

import dev.weir.plan.Assignment;
import dev.weir.worker.message.RandomStream;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.util.SplittableRandom;

/**
 * Decides for each period of a load with reads whether it has a read instead of its messages, and from where the read
 * reads. Used by the sender's thread.
 */
final class ReadTurns {
    private final int records;
    private final double ratio;
    private final long periodNanos;
    private final long seed;
    private final int producer;
    private SplittableRandom turns;
    private SplittableRandom positions;
    private long periodStartNanos = Long.MIN_VALUE / 2;
    private boolean reads;
    private int record;

    ReadTurns(RequestSpec requests, Assignment assignment, int producer) {
        LoadShape shape = assignment.load().shape();
        this.records = requests.messages();
        this.ratio = requests.readRatio();
        // Messages of a burst are due at the same nanosecond. The next burst may follow sooner than a period, when the
        // rate changes.
        this.periodNanos = shape.arrival() == Arrival.BURST ? 1 : shape.burstPeriodNanos();
        this.seed = assignment.seed();
        this.producer = producer;
        this.turns = RandomStream.READ_TURN.ofProducer(seed, producer);
        this.positions = RandomStream.READ_POSITION.ofProducer(seed, producer);
    }

    /** Draws from the streams of a segment of the load from now on. */
    void beginSegment(int segment) {
        turns = RandomStream.READ_TURN.ofSegment(seed, producer, segment);
        positions = RandomStream.READ_POSITION.ofSegment(seed, producer, segment);
    }

    /** What is done instead of sending a message. */
    enum Turn {
        SEND,
        READ,
        /** Another message of a request whose first message was replaced by a read. */
        NOTHING
    }

    /** The turn of the next message, which is due then. */
    Turn next(long intendedNanos) {
        boolean isFirst = record == 0;
        if (isFirst && intendedNanos - periodStartNanos >= periodNanos) {
            periodStartNanos = intendedNanos;
            reads = turns.nextDouble() < ratio;
        }
        record = record + 1 == records ? 0 : record + 1;
        if (!reads) {
            return Turn.SEND;
        }
        return isFirst ? Turn.READ : Turn.NOTHING;
    }

    /** Returns the offset of a read within this number of messages. */
    long position(long messages) {
        return messages > 0 ? positions.nextLong(messages) : 0;
    }
}
