package dev.weir.worker;

import dev.weir.audit.SequenceLog;
import dev.weir.audit.SequenceSet;
import dev.weir.driver.client.Connections;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets.Span;
import dev.weir.worker.recording.FirstDeliveries;
import dev.weir.worker.recording.ReadPositions;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one consumer has received, for rates and for the audit. Written by the consumer's thread, read by the session's.
 */
final class ReceiptCounts {
    private final ConsumerRole role;
    private final Connections connections;
    private final ReadPositions positions;
    private final FirstDeliveries firsts;
    private final SequenceLog sequences;
    private final DeliveredSpans spans;
    private final Counter received = new Counter();
    private final Counter receivedBytes = new Counter();
    private final Counter repeated = new Counter();
    private final Counter failed = new Counter();
    private final Counter foreign = new Counter();
    private final AtomicLong resetPartitions = new AtomicLong();
    private final AtomicLong expectedRepeats = new AtomicLong();
    private SequenceSet unsure = new SequenceSet();

    /** How many received messages are in the last counts, and how many in the last notes. */
    private long counted;

    private long taken;
    private long takenRepeats;

    ReceiptCounts(Assignment assignment, ConsumerRole role, RunMaterial material) {
        Recorders recorders = material.recorders();
        this.role = role;
        this.connections = assignment.clients().connections();
        this.positions = recorders.positions(role.topic(), role.subscription(), role.partitions());
        this.firsts = new FirstDeliveries(
                positions,
                role.consumer(),
                role.partitions(),
                material.corrections().producers(),
                recorders.consumersShare());
        this.sequences = SequenceLog.ofReceived(material.audited(), recorders.consumersShare());
        this.spans = new DeliveredSpans(role.topic(), role.partitions());
    }

    /** A message of any kind was at this place. */
    void delivered(int partition, long offset) {
        spans.add(partition, offset);
    }

    /** Whether this is the first delivery of a message of the load. Once for each delivery. */
    boolean isFirst(int partition, long offset, int producer, long sequence) {
        return firsts.add(partition, offset, producer, sequence);
    }

    void add(boolean first, int producer, long sequence, int partition, int bytes) {
        add(first, bytes);
        sequences.append(producer, sequence, lane(sequence, partition));
    }

    /** Within what messages have an order: a partition, or a connection where producers have some of their own. */
    private int lane(long sequence, int partition) {
        return connections.areWanted() && partition >= 0
                ? connections.carrying(sequence, partition, role.partitions())
                : partition;
    }

    /** Counts a message of shared partitions whose state is final, without its partition: they keep no order. */
    void addEnded(int producer, long sequence, int bytes) {
        add(firsts.add(-1, -1, producer, sequence), producer, sequence, -1, bytes);
    }

    /** Counts a message without stamp, where nothing is sent and each message counts as requested. */
    void addUnstamped(int partition, long offset, int bytes) {
        add(firsts.add(partition, offset), bytes);
    }

    void add(boolean first, int bytes) {
        if (first) {
            received.increment();
            receivedBytes.add(bytes);
        } else {
            repeated.increment();
        }
    }

    void addForeign() {
        foreign.increment();
    }

    void addFailure() {
        failed.increment();
    }

    /** Notes that the client's settings decided where to go on in this number of partitions. */
    void positionsReset(int count) {
        // A group that has read nothing has committed nothing either.
        if (positions.hasAny()) {
            resetPartitions.addAndGet(count);
        }
    }

    /** The system has to deliver a message again. */
    void addExpected() {
        expectedRepeats.incrementAndGet();
    }

    /** It is unknown whether the state of a message is final. */
    synchronized void addUnsure(int producer, long sequence) {
        unsure.add(producer, sequence);
    }

    private synchronized SequenceSet takeUnsure() {
        SequenceSet taken = unsure;
        unsure = new SequenceSet();
        return taken;
    }

    /** Returns all counts so far, which the next notes will match. */
    Counts counts() {
        counted = received.get();
        return new Counts(
                new Counts.Sends(0, 0, 0, 0, 0),
                new Counts.Receipts(counted, receivedBytes.get(), failed.get(), foreign.get(), repeated.get()));
    }

    /** Returns what was received since the previous call, with as many messages as the last {@link #counts} contain. */
    ReceivedNotes take() {
        long messages = counted - taken;
        taken = counted;
        long repeats = repeated.get() - takenRepeats;
        takenRepeats += repeats;
        return new ReceivedNotes(
                role.subscription(),
                messages,
                new ReceivedNotes.Repeats(repeats, resetPartitions.getAndSet(0), expectedRepeats.getAndSet(0)),
                sequences.collect(),
                takeUnsure(),
                spans.take());
    }

    /**
     * Keeps which offsets a consumer has received. Written by the consumer's thread, collected by the session's.
     *
     * <p>While offsets are consecutive, a message costs a comparison and a store. A gap takes the lock: it moves both
     * ends of the partition's span, which {@link #take} must see together.
     */
    private static final class DeliveredSpans {
        private static final long NONE = -1;

        /** Spans between two collections. With more, such as those between many commits, gaps are no longer kept. */
        private static final int MAX_SPANS = 10_000;

        private final String topic;
        private final AtomicLongArray next;
        private final long[] from;
        private List<Span> ended = new ArrayList<>();

        /** @param partitions partitions of the topic; others are ignored */
        DeliveredSpans(String topic, int partitions) {
            this.topic = topic;
            this.next = new AtomicLongArray(partitions);
            this.from = new long[partitions];
            Arrays.fill(from, NONE);
            for (int partition = 0; partition < partitions; partition++) {
                next.set(partition, NONE);
            }
        }

        /** Adds a message, whose partition and offset are -1 if the driver does not know them. */
        void add(int partition, long offset) {
            if (partition < 0 || partition >= from.length || offset < 0) {
                return;
            }
            if (next.getPlain(partition) == offset) {
                next.setRelease(partition, offset + 1);
            } else {
                jump(partition, offset);
            }
        }

        private synchronized void jump(int partition, long offset) {
            boolean known = from[partition] != NONE;
            if (!known || offset < next.getPlain(partition) || ended.size() < MAX_SPANS) {
                end(partition);
                from[partition] = offset;
            }
            next.setRelease(partition, offset + 1);
        }

        private void end(int partition) {
            long to = next.getAcquire(partition);
            if (to > from[partition]) {
                ended.add(new Span(partition, from[partition], to));
                from[partition] = to;
            }
        }

        /** Returns what was added since the previous call. */
        synchronized DeliveredOffsets take() {
            for (int partition = 0; partition < from.length; partition++) {
                end(partition);
            }
            if (ended.isEmpty()) {
                return DeliveredOffsets.NONE;
            }
            List<Span> taken = ended;
            ended = new ArrayList<>();
            return new DeliveredOffsets(topic, taken);
        }
    }
}
